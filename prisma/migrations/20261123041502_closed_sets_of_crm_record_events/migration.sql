-- Alone, because requests use the table all the time: nothing is waited for while it is locked.
ALTER TABLE "crm_record_event" ADD CONSTRAINT "crm_record_event_actor_kind_check"
  CHECK ("actor_kind" IN ('developer', 'automation', 'import', 'form', 'service')) NOT VALID;
ALTER TABLE "crm_record_event" ADD CONSTRAINT "crm_record_event_type_check"
  CHECK ("type" IN ('created', 'updated', 'deleted', 'restored')) NOT VALID;
