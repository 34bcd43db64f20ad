-- What changes is told on the channel "live", in the transaction that changes it, as workspace, area and thing: web processes
-- pass it on to those who look at it. By statement, so that a thousand rows of one table are told of once; of what is told
-- several times in a transaction Postgres sends one.
CREATE FUNCTION live_tables() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', concat_ws(' ', workspace_id, 'tables', id))
  FROM (SELECT DISTINCT workspace_id, id FROM changed) AS thing;
  RETURN NULL;
END
$$;

CREATE TRIGGER live_insert AFTER INSERT ON "data_table"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_tables();

CREATE TRIGGER live_update AFTER UPDATE ON "data_table"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_tables();
