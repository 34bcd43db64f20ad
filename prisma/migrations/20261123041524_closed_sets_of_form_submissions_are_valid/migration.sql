-- Alone, because the table may be large: a deploy that is cut off does not read it again.
ALTER TABLE "form_submission" VALIDATE CONSTRAINT "form_submission_delivery_status_check";
ALTER TABLE "form_submission" VALIDATE CONSTRAINT "form_submission_spam_reasons_check";
