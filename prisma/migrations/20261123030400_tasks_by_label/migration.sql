-- CreateIndex
CREATE INDEX CONCURRENTLY "task_project_id_labels_idx" ON "task" USING GIN ("project_id" uuid_ops, "labels");
