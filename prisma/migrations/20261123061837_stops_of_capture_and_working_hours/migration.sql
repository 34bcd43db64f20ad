-- AlterTable
ALTER TABLE "tracker_device" ADD COLUMN     "fetched_etag" TEXT,
ADD COLUMN     "screenshots" JSONB,
ADD COLUMN     "unenrolled_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "tracker_stop" (
    "id" BIGSERIAL NOT NULL,
    "workspace_id" UUID,
    "project_id" UUID,
    "device_id" UUID,
    "is_own" BOOLEAN NOT NULL DEFAULT false,
    "bundle_id" TEXT,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3),

    CONSTRAINT "tracker_stop_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tracker_working_hours" (
    "developer_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3),
    "time_zone" TEXT NOT NULL,
    "hours" JSONB NOT NULL,

    CONSTRAINT "tracker_working_hours_pkey" PRIMARY KEY ("developer_id","since")
);

-- CreateIndex
CREATE INDEX "tracker_stop_workspace_id_idx" ON "tracker_stop"("workspace_id");

-- CreateIndex
CREATE INDEX "tracker_stop_project_id_idx" ON "tracker_stop"("project_id");

-- CreateIndex
CREATE INDEX "tracker_stop_device_id_idx" ON "tracker_stop"("device_id");

-- AddForeignKey
ALTER TABLE "tracker_stop" ADD CONSTRAINT "tracker_stop_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_stop" ADD CONSTRAINT "tracker_stop_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_stop" ADD CONSTRAINT "tracker_stop_device_id_fkey" FOREIGN KEY ("device_id") REFERENCES "tracker_device"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_working_hours" ADD CONSTRAINT "tracker_working_hours_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
