-- As of tables (changes_of_tables_are_told): that a webhook was changed, switched off, or fails.
CREATE FUNCTION live_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', concat_ws(' ', workspace_id, 'deliveries', id))
  FROM (SELECT DISTINCT workspace_id, id FROM changed) AS thing;
  RETURN NULL;
END
$$;

CREATE TRIGGER live_insert AFTER INSERT ON "webhook"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_webhooks();

CREATE TRIGGER live_update AFTER UPDATE ON "webhook"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_webhooks();
