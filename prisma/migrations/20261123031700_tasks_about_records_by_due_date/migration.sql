-- CreateIndex
CREATE INDEX CONCURRENTLY "crm_task_workspace_id_is_done_due_on_id_idx" ON "crm_task"("workspace_id", "is_done", "due_on", "id");
