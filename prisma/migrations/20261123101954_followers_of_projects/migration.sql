-- CreateTable
CREATE TABLE "project_follow" (
    "project_id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "project_follow_pkey" PRIMARY KEY ("project_id","developer_id")
);

-- CreateIndex
CREATE INDEX "project_follow_developer_id_idx" ON "project_follow"("developer_id");

-- AddForeignKey
ALTER TABLE "project_follow" ADD CONSTRAINT "project_follow_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_follow" ADD CONSTRAINT "project_follow_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
