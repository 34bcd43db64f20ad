-- Alone, because requests use the table all the time: nothing is waited for while it is locked.
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_state_check"
  CHECK ("state" IN ('claimed', 'committed', 'answered')) NOT VALID;
