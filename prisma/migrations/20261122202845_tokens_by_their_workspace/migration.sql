-- CreateIndex
CREATE INDEX CONCURRENTLY "api_token_workspace_id_idx" ON "api_token"("workspace_id");
