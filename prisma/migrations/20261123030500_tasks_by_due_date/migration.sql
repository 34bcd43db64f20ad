-- CreateIndex
CREATE INDEX CONCURRENTLY "task_project_id_due_on_idx" ON "task"("project_id", "due_on");
