-- Alone, because requests use the table all the time: nothing is waited for while it is locked.
ALTER TABLE "automation_run" ADD CONSTRAINT "automation_run_status_check"
  CHECK ("status" IN ('pending', 'running', 'completed', 'failed', 'skipped')) NOT VALID;
