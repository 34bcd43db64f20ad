-- As of tables (changes_of_tables_are_told): that a role was made, changed or deleted.
CREATE FUNCTION live_roles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', concat_ws(' ', workspace_id, 'roles', id))
  FROM (SELECT DISTINCT workspace_id, id FROM changed) AS thing;
  RETURN NULL;
END
$$;

CREATE TRIGGER live_insert AFTER INSERT ON "custom_role"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_roles();

CREATE TRIGGER live_update AFTER UPDATE ON "custom_role"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_roles();

CREATE TRIGGER live_delete AFTER DELETE ON "custom_role"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_roles();
