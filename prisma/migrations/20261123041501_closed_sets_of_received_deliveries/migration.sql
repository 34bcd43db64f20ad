-- Alone, because requests use the table all the time: nothing is waited for while it is locked.
ALTER TABLE "inbound_delivery" ADD CONSTRAINT "inbound_delivery_status_check"
  CHECK ("status" IN ('ignored', 'pending', 'retrying', 'processed', 'failed')) NOT VALID;
ALTER TABLE "inbound_delivery" ADD CONSTRAINT "inbound_delivery_verification_check"
  CHECK ("verification" IN ('verified', 'unsigned', 'off')) NOT VALID;
