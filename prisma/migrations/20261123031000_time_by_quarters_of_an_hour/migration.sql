-- CreateTable
CREATE TABLE "tracker_dirty_bucket" (
    "developer_id" UUID NOT NULL,
    "bucket" TIMESTAMPTZ(3) NOT NULL,
    "workspace_id" UUID NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,
    "marked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tracker_dirty_bucket_pkey" PRIMARY KEY ("developer_id","bucket")
);

-- CreateTable
CREATE TABLE "tracker_bucket" (
    "developer_id" UUID NOT NULL,
    "bucket" TIMESTAMPTZ(3) NOT NULL,
    "place" SMALLINT NOT NULL,
    "seconds" SMALLINT NOT NULL,
    "project_id" UUID,
    "category" TEXT NOT NULL,
    "task_key" TEXT,

    CONSTRAINT "tracker_bucket_pkey" PRIMARY KEY ("developer_id","bucket","place")
);

-- CreateTable
CREATE TABLE "tracker_bucket_excess" (
    "developer_id" UUID NOT NULL,
    "bucket" TIMESTAMPTZ(3) NOT NULL,
    "samples" INTEGER NOT NULL,

    CONSTRAINT "tracker_bucket_excess_pkey" PRIMARY KEY ("developer_id","bucket")
);

-- CreateIndex
CREATE INDEX "tracker_dirty_bucket_workspace_id_marked_at_developer_id_bu_idx" ON "tracker_dirty_bucket"("workspace_id", "marked_at", "developer_id", "bucket");

-- CreateIndex
CREATE INDEX "tracker_dirty_bucket_marked_at_idx" ON "tracker_dirty_bucket"("marked_at");

-- AddForeignKey
ALTER TABLE "tracker_dirty_bucket" ADD CONSTRAINT "tracker_dirty_bucket_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_bucket" ADD CONSTRAINT "tracker_bucket_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_bucket_excess" ADD CONSTRAINT "tracker_bucket_excess_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
