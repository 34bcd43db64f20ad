CREATE INDEX CONCURRENTLY "tracker_evidence_developer_id_created_at_idx" ON "tracker_evidence"("developer_id", "created_at");
