-- CreateTable
CREATE TABLE "tracker_correction" (
    "id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "device_id" UUID,
    "from" TIMESTAMPTZ(3) NOT NULL,
    "to" TIMESTAMPTZ(3) NOT NULL,
    "sets_project" BOOLEAN NOT NULL,
    "project_id" UUID,
    "sets_task" BOOLEAN NOT NULL,
    "task_key" TEXT,
    "category" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tracker_correction_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "tracker_correction_developer_id_from_idx" ON "tracker_correction"("developer_id", "from");

-- CreateIndex
CREATE INDEX "tracker_correction_developer_id_created_at_id_idx" ON "tracker_correction"("developer_id", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "tracker_correction" ADD CONSTRAINT "tracker_correction_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
