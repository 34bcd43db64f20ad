-- As of tables (changes_of_tables_are_told).
CREATE FUNCTION live_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', concat_ws(' ', workspace_id, 'records', object_id))
  FROM (SELECT DISTINCT workspace_id, object_id FROM changed) AS thing;
  RETURN NULL;
END
$$;

CREATE TRIGGER live_insert AFTER INSERT ON "crm_record"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_records();

CREATE TRIGGER live_update AFTER UPDATE ON "crm_record"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_records();
