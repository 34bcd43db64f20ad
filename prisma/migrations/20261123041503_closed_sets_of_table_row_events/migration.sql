-- Alone, because requests use the table all the time: nothing is waited for while it is locked.
ALTER TABLE "data_row_event" ADD CONSTRAINT "data_row_event_actor_kind_check"
  CHECK ("actor_kind" IN ('developer', 'link', 'import', 'form')) NOT VALID;
ALTER TABLE "data_row_event" ADD CONSTRAINT "data_row_event_type_check"
  CHECK ("type" IN ('created', 'updated', 'deleted', 'restored')) NOT VALID;
