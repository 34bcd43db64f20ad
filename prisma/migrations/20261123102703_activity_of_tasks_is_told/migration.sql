-- As of tables (changes_of_tables_are_told).
CREATE FUNCTION live_task_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', concat_ws(' ', workspace_id, 'tasks', project_id))
  FROM (SELECT DISTINCT t.workspace_id, t.project_id FROM task t
    WHERE t.id = ANY (ARRAY(SELECT DISTINCT task_id FROM changed))) AS thing;
  RETURN NULL;
END
$$;

CREATE TRIGGER live_insert AFTER INSERT ON "task_activity"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_task_activity();

CREATE TRIGGER live_update AFTER UPDATE ON "task_activity"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_task_activity();

CREATE TRIGGER live_delete AFTER DELETE ON "task_activity"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_task_activity();
