-- CreateTable
CREATE TABLE "crm_import" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "object_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "file_name" TEXT,
    "is_dry_run" BOOLEAN NOT NULL,
    "options" JSONB NOT NULL,
    "columns" JSONB NOT NULL,
    "new_options" JSONB NOT NULL DEFAULT '{}',
    "rows" INTEGER NOT NULL,
    "is_checked" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,
    "rows_done" INTEGER NOT NULL DEFAULT 0,
    "created" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "errors" JSONB NOT NULL DEFAULT '[]',
    "preview" JSONB NOT NULL DEFAULT '[]',
    "error" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "undo_until" TIMESTAMPTZ(3),
    "undo_cursor" TEXT,
    "restored" INTEGER NOT NULL DEFAULT 0,
    "deleted" INTEGER NOT NULL DEFAULT 0,
    "left_count" INTEGER NOT NULL DEFAULT 0,
    "left_records" JSONB NOT NULL DEFAULT '[]',
    "created_by_id" UUID,
    "undone_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "crm_import_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "crm_import_chunk" (
    "import_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "rows" JSONB NOT NULL,

    CONSTRAINT "crm_import_chunk_pkey" PRIMARY KEY ("import_id","position")
);

-- CreateTable
CREATE TABLE "crm_import_claim" (
    "import_id" UUID NOT NULL,
    "attribute_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "row" INTEGER NOT NULL,

    CONSTRAINT "crm_import_claim_pkey" PRIMARY KEY ("import_id","attribute_id","key")
);

-- CreateTable
CREATE TABLE "crm_import_change" (
    "import_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "record_id" UUID NOT NULL,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "crm_import_change_pkey" PRIMARY KEY ("import_id","kind","record_id")
);

-- CreateIndex
CREATE INDEX "crm_import_object_id_created_at_id_idx" ON "crm_import"("object_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "crm_import_workspace_id_idx" ON "crm_import"("workspace_id");

-- CreateIndex
CREATE INDEX "crm_import_created_by_id_idx" ON "crm_import"("created_by_id");

-- CreateIndex
CREATE INDEX "crm_import_undone_by_id_idx" ON "crm_import"("undone_by_id");

-- CreateIndex
CREATE INDEX "crm_import_state_updated_at_idx" ON "crm_import"("state", "updated_at");

-- CreateIndex
CREATE INDEX "crm_import_undo_until_idx" ON "crm_import"("undo_until");

-- AddForeignKey
ALTER TABLE "crm_import" ADD CONSTRAINT "crm_import_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_import" ADD CONSTRAINT "crm_import_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "crm_object"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_import" ADD CONSTRAINT "crm_import_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_import" ADD CONSTRAINT "crm_import_undone_by_id_fkey" FOREIGN KEY ("undone_by_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_import_chunk" ADD CONSTRAINT "crm_import_chunk_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "crm_import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_import_claim" ADD CONSTRAINT "crm_import_claim_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "crm_import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_import_change" ADD CONSTRAINT "crm_import_change_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "crm_import"("id") ON DELETE CASCADE ON UPDATE CASCADE;
