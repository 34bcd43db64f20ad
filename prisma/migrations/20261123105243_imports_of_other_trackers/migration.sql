-- CreateTable
CREATE TABLE "tracker_import" (
    "id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "device_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "events" INTEGER NOT NULL DEFAULT 0,
    "events_done" INTEGER NOT NULL DEFAULT 0,
    "position" INTEGER NOT NULL DEFAULT 0,
    "samples" INTEGER NOT NULL DEFAULT 0,
    "duplicates" INTEGER NOT NULL DEFAULT 0,
    "rejected" JSONB NOT NULL DEFAULT '{}',
    "covers" JSONB NOT NULL DEFAULT '{}',
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "tracker_import_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tracker_import_chunk" (
    "import_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "sealed" TEXT NOT NULL,

    CONSTRAINT "tracker_import_chunk_pkey" PRIMARY KEY ("import_id","position")
);

-- CreateIndex
CREATE INDEX "tracker_import_developer_id_created_at_id_idx" ON "tracker_import"("developer_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tracker_import_device_id_idx" ON "tracker_import"("device_id");

-- CreateIndex
CREATE INDEX "tracker_import_state_updated_at_idx" ON "tracker_import"("state", "updated_at");

-- AddForeignKey
ALTER TABLE "tracker_import" ADD CONSTRAINT "tracker_import_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_import" ADD CONSTRAINT "tracker_import_device_id_fkey" FOREIGN KEY ("device_id") REFERENCES "tracker_device"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_import_chunk" ADD CONSTRAINT "tracker_import_chunk_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "tracker_import"("id") ON DELETE CASCADE ON UPDATE CASCADE;
