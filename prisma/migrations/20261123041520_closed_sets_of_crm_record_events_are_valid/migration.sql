-- Alone, because the table may be large: a deploy that is cut off does not read it again.
ALTER TABLE "crm_record_event" VALIDATE CONSTRAINT "crm_record_event_actor_kind_check";
ALTER TABLE "crm_record_event" VALIDATE CONSTRAINT "crm_record_event_type_check";
