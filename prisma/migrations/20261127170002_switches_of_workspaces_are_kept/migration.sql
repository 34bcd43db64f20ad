-- As of projects (switches_of_projects_are_kept), for every project that goes by its workspace.
CREATE FUNCTION tracker_workspace_switched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tracker_stop s SET until = clock_timestamp()
  FROM project p
  WHERE p.workspace_id = NEW.id AND s.project_id = p.id AND s.is_off AND s.until IS NULL
    AND is_tracked(NEW.is_active, NEW.settings, p.is_active, p.settings);
  INSERT INTO tracker_stop (project_id, is_off, since)
  SELECT p.id, true, clock_timestamp() FROM project p
  WHERE p.workspace_id = NEW.id AND is_tracked(OLD.is_active, OLD.settings, p.is_active, p.settings)
    AND NOT is_tracked(NEW.is_active, NEW.settings, p.is_active, p.settings)
  ORDER BY p.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER tracker_switched AFTER UPDATE OF settings, is_active ON "workspace" FOR EACH ROW
WHEN (OLD.settings IS DISTINCT FROM NEW.settings OR OLD.is_active IS DISTINCT FROM NEW.is_active)
EXECUTE FUNCTION tracker_workspace_switched();
