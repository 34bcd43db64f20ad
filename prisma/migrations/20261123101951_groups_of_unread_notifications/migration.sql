-- One unread notification of a person about one thing: more of the same joins it.
CREATE UNIQUE INDEX CONCURRENTLY "notification_group_idx" ON "notification" ("workspace_id", "developer_id", "group_key")
  WHERE read_at IS NULL AND group_key IS NOT NULL;
