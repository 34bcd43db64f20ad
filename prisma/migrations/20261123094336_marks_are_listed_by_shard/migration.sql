CREATE INDEX CONCURRENTLY "tracker_dirty_bucket_shard_idx" ON "tracker_dirty_bucket"("workspace_id", "right"("developer_id"::text, 1), "marked_at", "developer_id", "bucket");
