ALTER TABLE "tracker_import" ADD CONSTRAINT "tracker_import_state_check"
  CHECK ("state" IN ('receiving', 'queued', 'running', 'done', 'failed', 'undoing', 'undone')) NOT VALID;
