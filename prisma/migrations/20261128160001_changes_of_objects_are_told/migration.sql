-- As of tables (changes_of_tables_are_told): that an object was made, renamed or deleted.
CREATE FUNCTION live_objects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', concat_ws(' ', workspace_id, 'records', id, 'setup'))
  FROM (SELECT DISTINCT workspace_id, id FROM changed) AS thing;
  RETURN NULL;
END
$$;

CREATE TRIGGER live_insert AFTER INSERT ON "crm_object"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_objects();

CREATE TRIGGER live_update AFTER UPDATE ON "crm_object"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_objects();

CREATE TRIGGER live_delete AFTER DELETE ON "crm_object"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_objects();
