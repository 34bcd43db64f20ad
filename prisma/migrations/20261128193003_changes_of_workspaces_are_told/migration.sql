-- As of tables (changes_of_tables_are_told): that a workspace has another name, other settings or another plan.
CREATE FUNCTION live_workspaces() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', concat_ws(' ', id, 'workspace', id)) FROM changed;
  RETURN NULL;
END
$$;

CREATE TRIGGER live_update AFTER UPDATE ON "workspace"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_workspaces();
