-- As of tables (changes_of_tables_are_told): that somebody joined a team, left it or has another part in it. A team that was
-- deleted with its members has told that itself.
CREATE FUNCTION live_team_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', concat_ws(' ', workspace_id, 'teams', id))
  FROM (SELECT t.workspace_id, t.id FROM team t WHERE t.id IN (SELECT team_id FROM changed)) AS thing;
  RETURN NULL;
END
$$;

CREATE TRIGGER live_insert AFTER INSERT ON "team_member"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_team_members();

CREATE TRIGGER live_update AFTER UPDATE ON "team_member"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_team_members();

CREATE TRIGGER live_delete AFTER DELETE ON "team_member"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_team_members();
