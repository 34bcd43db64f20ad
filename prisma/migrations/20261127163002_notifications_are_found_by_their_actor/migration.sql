-- CreateIndex
CREATE INDEX CONCURRENTLY "notification_actor_id_idx" ON "notification"("actor_id");
