-- The oldest run of an automation that waits, whatever else waits. Partial: most runs have ended.
CREATE INDEX CONCURRENTLY "automation_run_pending_idx" ON "automation_run" ("automation_id", "sends", "created_at", "id") WHERE "status" = 'pending';
