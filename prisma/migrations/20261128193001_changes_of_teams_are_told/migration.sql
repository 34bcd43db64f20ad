-- As of tables (changes_of_tables_are_told): that a team was made, changed, synced or deleted.
CREATE FUNCTION live_teams() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', concat_ws(' ', workspace_id, 'teams', id))
  FROM (SELECT DISTINCT workspace_id, id FROM changed) AS thing;
  RETURN NULL;
END
$$;

CREATE TRIGGER live_insert AFTER INSERT ON "team"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_teams();

CREATE TRIGGER live_update AFTER UPDATE ON "team"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_teams();

CREATE TRIGGER live_delete AFTER DELETE ON "team"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_teams();
