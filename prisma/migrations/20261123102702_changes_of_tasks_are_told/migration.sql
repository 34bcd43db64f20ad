-- As of tables (changes_of_tables_are_told).
CREATE FUNCTION live_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', concat_ws(' ', workspace_id, 'tasks', project_id))
  FROM (SELECT DISTINCT workspace_id, project_id FROM changed) AS thing;
  RETURN NULL;
END
$$;

CREATE TRIGGER live_insert AFTER INSERT ON "task"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_tasks();

CREATE TRIGGER live_update AFTER UPDATE ON "task"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_tasks();

CREATE TRIGGER live_delete AFTER DELETE ON "task"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_tasks();
