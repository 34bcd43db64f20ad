-- CreateIndex
CREATE INDEX CONCURRENTLY "notification_group_key_idx" ON "notification"("group_key");
