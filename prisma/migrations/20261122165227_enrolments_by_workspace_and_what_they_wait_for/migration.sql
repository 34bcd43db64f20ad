-- CreateIndex
CREATE INDEX CONCURRENTLY "sequence_enrollment_workspace_id_status_sends_next_step_at_idx" ON "sequence_enrollment"("workspace_id", "status", "sends", "next_step_at");
