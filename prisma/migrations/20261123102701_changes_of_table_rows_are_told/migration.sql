-- As of tables (changes_of_tables_are_told).
CREATE FUNCTION live_table_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', concat_ws(' ', t.workspace_id, 'tables', t.id))
  FROM data_table t WHERE t.id = ANY (ARRAY(SELECT DISTINCT table_id FROM changed));
  RETURN NULL;
END
$$;

CREATE TRIGGER live_insert AFTER INSERT ON "data_row"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_table_rows();

CREATE TRIGGER live_update AFTER UPDATE ON "data_row"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_table_rows();
