CREATE INDEX CONCURRENTLY "notification_digest_idx" ON "notification" ("developer_id", "created_at")
  WHERE read_at IS NULL AND mailed_at IS NULL AND digested_at IS NULL;
