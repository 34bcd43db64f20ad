-- CreateIndex
CREATE INDEX "task_project_id_title_idx" ON "task" USING GIN ("project_id" uuid_ops, "title" gin_trgm_ops);
