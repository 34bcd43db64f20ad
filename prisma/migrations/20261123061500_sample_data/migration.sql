-- CreateTable
CREATE TABLE "sample_thing" (
    "workspace_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "thing_id" UUID NOT NULL,
    "made_by_id" UUID,
    "made_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sample_thing_pkey" PRIMARY KEY ("workspace_id","kind","thing_id")
);

-- CreateIndex
CREATE INDEX "sample_thing_made_by_id_idx" ON "sample_thing"("made_by_id");

-- AddForeignKey
ALTER TABLE "sample_thing" ADD CONSTRAINT "sample_thing_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sample_thing" ADD CONSTRAINT "sample_thing_made_by_id_fkey" FOREIGN KEY ("made_by_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "sample_thing" ADD CONSTRAINT "sample_thing_kind_check"
  CHECK ("kind" IN ('record', 'project', 'task', 'request', 'form', 'submission', 'table', 'row', 'webhook', 'week'));
