-- CreateIndex
CREATE INDEX CONCURRENTLY "tracker_editor_key_token_id_idx" ON "tracker_editor_key"("token_id");
