-- CreateIndex
CREATE INDEX CONCURRENTLY "tracker_evidence_developer_id_taken_at_id_idx" ON "tracker_evidence"("developer_id", "taken_at" DESC, "id" DESC);
