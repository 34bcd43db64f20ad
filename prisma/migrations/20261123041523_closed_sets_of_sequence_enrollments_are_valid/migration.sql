-- Alone, because the table may be large: a deploy that is cut off does not read it again.
ALTER TABLE "sequence_enrollment" VALIDATE CONSTRAINT "sequence_enrollment_exit_reason_check";
ALTER TABLE "sequence_enrollment" VALIDATE CONSTRAINT "sequence_enrollment_status_check";
