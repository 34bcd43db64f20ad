-- Alone, because requests use the table all the time: nothing is waited for while it is locked.
ALTER TABLE "sequence_enrollment" ADD CONSTRAINT "sequence_enrollment_exit_reason_check"
  CHECK ("exit_reason" IN ('completed', 'manual', 'record_deleted', 'automation', 'bounced', 'complained', 'sequence_deleted')) NOT VALID;
ALTER TABLE "sequence_enrollment" ADD CONSTRAINT "sequence_enrollment_status_check"
  CHECK ("status" IN ('active', 'paused', 'completed', 'exited')) NOT VALID;
