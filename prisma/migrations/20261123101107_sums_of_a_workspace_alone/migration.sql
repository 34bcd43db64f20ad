-- CreateTable
CREATE TABLE "tracker_workspace_bucket" (
    "developer_id" UUID NOT NULL,
    "bucket" TIMESTAMPTZ(3) NOT NULL,
    "place" SMALLINT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "seconds" SMALLINT NOT NULL,
    "project_id" UUID NOT NULL,
    "category" TEXT NOT NULL,
    "task_key" TEXT,

    CONSTRAINT "tracker_workspace_bucket_pkey" PRIMARY KEY ("developer_id","bucket","place")
);

-- CreateIndex
CREATE INDEX "tracker_workspace_bucket_workspace_id_bucket_idx" ON "tracker_workspace_bucket"("workspace_id", "bucket");

-- AddForeignKey
ALTER TABLE "tracker_workspace_bucket" ADD CONSTRAINT "tracker_workspace_bucket_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_workspace_bucket" ADD CONSTRAINT "tracker_workspace_bucket_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
