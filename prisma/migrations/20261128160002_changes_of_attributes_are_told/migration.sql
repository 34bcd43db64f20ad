-- As of tables (changes_of_tables_are_told): that attributes of an object changed. Who deletes one deletes its object.
CREATE FUNCTION live_attributes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', concat_ws(' ', o.workspace_id, 'records', o.id, 'setup'))
  FROM crm_object o WHERE o.id = ANY (ARRAY(SELECT DISTINCT object_id FROM changed));
  RETURN NULL;
END
$$;

CREATE TRIGGER live_insert AFTER INSERT ON "crm_attribute"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_attributes();

CREATE TRIGGER live_update AFTER UPDATE ON "crm_attribute"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_attributes();
