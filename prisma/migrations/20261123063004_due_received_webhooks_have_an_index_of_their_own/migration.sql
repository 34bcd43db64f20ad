-- Deliveries that are to be handled, the next one first: few of many.
CREATE INDEX CONCURRENTLY "inbound_delivery_due_idx" ON "inbound_delivery" ("due_at", "id") WHERE "due_at" IS NOT NULL;
