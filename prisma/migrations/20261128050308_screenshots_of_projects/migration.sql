-- A project's screenshots, the newest first.
CREATE INDEX CONCURRENTLY "tracker_evidence_project_id_created_at_id_idx" ON "tracker_evidence" ("project_id", "created_at" DESC, "id" DESC);
