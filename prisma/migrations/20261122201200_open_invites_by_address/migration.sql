-- CreateIndex
CREATE INDEX CONCURRENTLY "workspace_invite_email_idx" ON "workspace_invite"("email");
