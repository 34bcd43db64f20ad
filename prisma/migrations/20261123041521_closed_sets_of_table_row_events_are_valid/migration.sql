-- Alone, because the table may be large: a deploy that is cut off does not read it again.
ALTER TABLE "data_row_event" VALIDATE CONSTRAINT "data_row_event_actor_kind_check";
ALTER TABLE "data_row_event" VALIDATE CONSTRAINT "data_row_event_type_check";
