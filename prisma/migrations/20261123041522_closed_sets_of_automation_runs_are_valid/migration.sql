-- Alone, because the table may be large: a deploy that is cut off does not read it again.
ALTER TABLE "automation_run" VALIDATE CONSTRAINT "automation_run_status_check";
