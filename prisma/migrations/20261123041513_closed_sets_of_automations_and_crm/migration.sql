ALTER TABLE "automation_run_action" ADD CONSTRAINT "automation_run_action_status_check"
  CHECK ("status" IN ('completed', 'failed')) NOT VALID;
ALTER TABLE "automation_run_action" ADD CONSTRAINT "automation_run_action_type_check"
  CHECK ("type" IN ('create_record', 'update_record', 'enroll_in_sequence', 'exit_sequence', 'http_request', 'notify')) NOT VALID;
ALTER TABLE "sequence_step_done" ADD CONSTRAINT "sequence_step_done_status_check"
  CHECK ("status" IN ('completed', 'failed')) NOT VALID;
ALTER TABLE "sequence_step_done" ADD CONSTRAINT "sequence_step_done_type_check"
  CHECK ("type" IN ('wait', 'task', 'http_request')) NOT VALID;
ALTER TABLE "crm_attribute" ADD CONSTRAINT "crm_attribute_type_check"
  CHECK ("type" IN ('text', 'number', 'currency', 'checkbox', 'date', 'select', 'multi_select', 'email', 'url', 'phone', 'reference', 'user')) NOT VALID;
ALTER TABLE "crm_import" ADD CONSTRAINT "crm_import_state_check"
  CHECK ("state" IN ('receiving', 'queued', 'checking', 'checked', 'writing', 'done', 'failed', 'cancelled', 'undoing', 'undone')) NOT VALID;
ALTER TABLE "crm_import_change" ADD CONSTRAINT "crm_import_change_kind_check"
  CHECK ("kind" IN ('created', 'updated')) NOT VALID;
