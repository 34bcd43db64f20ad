-- CreateIndex
-- For erasing a person: rows about them, in whichever workspace.
CREATE INDEX CONCURRENTLY "audit_event_target_id_idx" ON "audit_event"("target_id");
