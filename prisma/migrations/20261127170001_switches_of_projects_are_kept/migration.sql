-- A switch counts wherever it is made: in the settings, by the tracker's page, by archiving.
CREATE FUNCTION tracker_project_switched() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_workspace workspace;
BEGIN
  -- Held, so that of a switch here and one of the workspace the second sees what the first left.
  SELECT * INTO of_workspace FROM workspace WHERE id = NEW.workspace_id FOR SHARE;
  IF is_tracked(of_workspace.is_active, of_workspace.settings, NEW.is_active, NEW.settings) THEN
    UPDATE tracker_stop SET until = clock_timestamp() WHERE project_id = NEW.id AND is_off AND until IS NULL;
  ELSIF is_tracked(of_workspace.is_active, of_workspace.settings, OLD.is_active, OLD.settings) THEN
    INSERT INTO tracker_stop (project_id, is_off, since) VALUES (NEW.id, true, clock_timestamp());
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER tracker_switched AFTER UPDATE OF settings, is_active ON "project" FOR EACH ROW
WHEN (OLD.settings IS DISTINCT FROM NEW.settings OR OLD.is_active IS DISTINCT FROM NEW.is_active)
EXECUTE FUNCTION tracker_project_switched();
