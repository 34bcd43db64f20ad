-- CreateIndex
CREATE INDEX CONCURRENTLY "tracker_dirty_hour_marked_at_idx" ON "tracker_dirty_hour"("marked_at");
