-- As of tables (changes_of_tables_are_told): that an object's views changed, which lists of its records are shown by.
CREATE FUNCTION live_views() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', concat_ws(' ', workspace_id, 'records', object_id, 'setup'))
  FROM (SELECT DISTINCT workspace_id, object_id FROM changed) AS thing;
  RETURN NULL;
END
$$;

CREATE TRIGGER live_insert AFTER INSERT ON "crm_view"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_views();

CREATE TRIGGER live_update AFTER UPDATE ON "crm_view"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_views();

CREATE TRIGGER live_delete AFTER DELETE ON "crm_view"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_views();
