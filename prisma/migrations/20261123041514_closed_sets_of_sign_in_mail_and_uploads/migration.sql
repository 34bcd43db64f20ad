ALTER TABLE "auth_flow" ADD CONSTRAINT "auth_flow_purpose_check"
  CHECK ("purpose" IN ('login', 'connect_crm')) NOT VALID;
ALTER TABLE "developer_connection" ADD CONSTRAINT "developer_connection_status_check"
  CHECK ("status" IN ('active', 'reauth_required')) NOT VALID;
ALTER TABLE "email_event" ADD CONSTRAINT "email_event_type_check"
  CHECK ("type" IN ('delivery', 'bounce', 'complaint', 'open', 'click')) NOT VALID;
ALTER TABLE "email_suppression" ADD CONSTRAINT "email_suppression_reason_check"
  CHECK ("reason" IN ('bounce', 'complaint')) NOT VALID;
ALTER TABLE "form_upload" ADD CONSTRAINT "form_upload_status_check"
  CHECK ("status" IN ('pending', 'verified', 'mismatch', 'missing')) NOT VALID;
