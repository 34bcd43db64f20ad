-- As of tables (changes_of_tables_are_told).
CREATE FUNCTION live_inbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', concat_ws(' ', workspace_id, 'inbox', developer_id))
  FROM (SELECT DISTINCT workspace_id, developer_id FROM changed) AS thing;
  RETURN NULL;
END
$$;

CREATE TRIGGER live_insert AFTER INSERT ON "notification"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_inbox();

CREATE TRIGGER live_update AFTER UPDATE ON "notification"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_inbox();
