-- CreateIndex
-- By pattern, because actions are also asked for by their beginning, which the database's own order of texts can't find.
CREATE INDEX "audit_event_workspace_id_action_created_at_id_idx" ON "audit_event"("workspace_id", "action" text_pattern_ops, "created_at" DESC, "id" DESC);
