-- CreateIndex
CREATE INDEX CONCURRENTLY "automation_run_workspace_id_status_sends_id_idx" ON "automation_run"("workspace_id", "status", "sends", "id");
