-- CreateIndex
CREATE INDEX CONCURRENTLY "tracker_dirty_hour_project_id_marked_at_developer_id_hour_idx" ON "tracker_dirty_hour"("project_id", "marked_at", "developer_id", "hour");
