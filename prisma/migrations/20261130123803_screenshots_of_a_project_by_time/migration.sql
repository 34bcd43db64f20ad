-- CreateIndex
CREATE INDEX CONCURRENTLY "tracker_evidence_project_id_taken_at_id_idx" ON "tracker_evidence"("project_id", "taken_at" DESC, "id" DESC);
