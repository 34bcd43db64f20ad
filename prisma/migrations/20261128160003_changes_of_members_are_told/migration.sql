-- As of tables (changes_of_tables_are_told): that somebody joined, left, was suspended or has another role. The thing that
-- changed is the workspace.
CREATE FUNCTION live_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', concat_ws(' ', workspace_id, 'members', workspace_id))
  FROM (SELECT DISTINCT workspace_id FROM changed) AS thing;
  RETURN NULL;
END
$$;

CREATE TRIGGER live_insert AFTER INSERT ON "workspace_member"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_members();

CREATE TRIGGER live_update AFTER UPDATE ON "workspace_member"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_members();

CREATE TRIGGER live_delete AFTER DELETE ON "workspace_member"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_members();
