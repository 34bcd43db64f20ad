-- The failed steps, whatever else was done. Partial: few fail.
CREATE INDEX CONCURRENTLY "sequence_step_done_failed_idx" ON "sequence_step_done" ("enrollment_id") WHERE "status" = 'failed';
