-- Served by "webhook_delivery_pending_idx".
DROP INDEX CONCURRENTLY "webhook_delivery_webhook_id_status_next_retry_at_created_at_idx";
