-- Alone, because requests use the table all the time: nothing is waited for while it is locked.
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_failure_reason_check"
  CHECK ("failure_reason" IN ('attempts_exhausted', 'gone', 'webhook_disabled', 'not_permitted', 'expired')) NOT VALID;
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_status_check"
  CHECK ("status" IN ('pending', 'success', 'failed')) NOT VALID;
