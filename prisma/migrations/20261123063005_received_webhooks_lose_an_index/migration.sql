-- Nobody looks for deliveries by their status any more: due_at says what is left to do.
DROP INDEX CONCURRENTLY "inbound_delivery_status_touched_at_idx";
