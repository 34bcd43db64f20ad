-- AlterTable
ALTER TABLE "sequence" ADD COLUMN     "owner_id" UUID,
ADD COLUMN     "paused_reason" TEXT;

-- CreateIndex
CREATE INDEX "sequence_owner_id_idx" ON "sequence"("owner_id");

-- AddForeignKey
ALTER TABLE "sequence" ADD CONSTRAINT "sequence_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;
