-- Alone, because requests use the table all the time: nothing is waited for while it is locked.
ALTER TABLE "form_submission" ADD CONSTRAINT "form_submission_delivery_status_check"
  CHECK ("delivery_status" IN ('none', 'done', 'failed')) NOT VALID;
ALTER TABLE "form_submission" ADD CONSTRAINT "form_submission_spam_reasons_check"
  CHECK ("spam_reasons" <@ ARRAY['honeypot', 'too_fast', 'ticket_invalid', 'links', 'duplicate', 'marked_by_member']) NOT VALID;
