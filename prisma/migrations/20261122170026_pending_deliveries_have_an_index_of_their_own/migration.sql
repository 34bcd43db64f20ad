-- What sweeps and slots look for: as large as what waits, not as the whole log.
CREATE INDEX CONCURRENTLY "webhook_delivery_pending_idx" ON "webhook_delivery" ("webhook_id", "next_retry_at", "created_at") WHERE "status" = 'pending';
