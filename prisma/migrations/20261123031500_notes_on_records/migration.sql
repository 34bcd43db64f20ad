-- CreateTable
CREATE TABLE "crm_note" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "record_id" UUID NOT NULL,
    "author_id" UUID,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "edited_at" TIMESTAMPTZ(3),

    CONSTRAINT "crm_note_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "crm_note_record_id_created_at_id_idx" ON "crm_note"("record_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "crm_note_workspace_id_idx" ON "crm_note"("workspace_id");

-- CreateIndex
CREATE INDEX "crm_note_author_id_idx" ON "crm_note"("author_id");

-- AddForeignKey
ALTER TABLE "crm_note" ADD CONSTRAINT "crm_note_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_note" ADD CONSTRAINT "crm_note_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "crm_record"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_note" ADD CONSTRAINT "crm_note_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;
