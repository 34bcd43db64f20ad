-- As of tables (changes_of_tables_are_told).
CREATE FUNCTION live_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', concat_ws(' ', w.workspace_id, 'deliveries', w.id))
  FROM webhook w WHERE w.id = ANY (ARRAY(SELECT DISTINCT webhook_id FROM changed));
  RETURN NULL;
END
$$;

CREATE TRIGGER live_insert AFTER INSERT ON "webhook_delivery"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_deliveries();
