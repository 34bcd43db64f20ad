-- CreateIndex
CREATE INDEX "task_project_id_created_at_id_idx" ON "task"("project_id", "created_at" DESC, "id" DESC);
