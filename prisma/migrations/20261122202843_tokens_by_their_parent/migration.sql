-- CreateIndex
CREATE INDEX CONCURRENTLY "api_token_parent_id_idx" ON "api_token"("parent_id");
