-- CreateTable
CREATE TABLE "tracker_retention" (
    "workspace_id" UUID NOT NULL,
    "evidence_days" SMALLINT NOT NULL,
    "sample_days" SMALLINT NOT NULL,
    "bucket_months" SMALLINT NOT NULL,

    CONSTRAINT "tracker_retention_pkey" PRIMARY KEY ("workspace_id")
);

-- AddForeignKey
ALTER TABLE "tracker_retention" ADD CONSTRAINT "tracker_retention_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
