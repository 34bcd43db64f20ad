-- Alone, because the table may be large: a deploy that is cut off does not read it again.
ALTER TABLE "webhook_delivery" VALIDATE CONSTRAINT "webhook_delivery_failure_reason_check";
ALTER TABLE "webhook_delivery" VALIDATE CONSTRAINT "webhook_delivery_status_check";
