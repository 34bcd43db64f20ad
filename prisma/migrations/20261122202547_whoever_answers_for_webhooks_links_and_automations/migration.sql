-- AlterTable
ALTER TABLE "automation" ADD COLUMN     "owner_id" UUID;

-- AlterTable
ALTER TABLE "share_link" ADD COLUMN     "owner_id" UUID;

-- AlterTable
ALTER TABLE "webhook" ADD COLUMN     "granted_events" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "owner_id" UUID,
ADD COLUMN     "withheld_told_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "automation_owner_id_idx" ON "automation"("owner_id");

-- CreateIndex
CREATE INDEX "share_link_owner_id_idx" ON "share_link"("owner_id");

-- CreateIndex
CREATE INDEX "webhook_owner_id_idx" ON "webhook"("owner_id");

-- AddForeignKey
ALTER TABLE "automation" ADD CONSTRAINT "automation_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "share_link" ADD CONSTRAINT "share_link_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- All that these webhooks sent so far counts as theirs: what their owners may not see any more is held and told, not lost.
UPDATE "webhook" SET "granted_events" = CASE WHEN '*' = ANY ("events") THEN ARRAY[
  'record.created', 'record.updated', 'record.deleted', 'record.restored', 'automation.run.completed',
  'automation.run.failed', 'sequence.enrolled', 'sequence.exited', 'form.submitted', 'table.row.created',
  'table.row.updated', 'table.row.deleted', 'project.request.created', 'webhook.test'
] ELSE "events" END WHERE "deleted_at" IS NULL;
