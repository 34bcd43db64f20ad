-- Whether tracking was off altogether then, which no pause ends. Samples of such a time may arrive later.
ALTER TABLE "tracker_stop" ADD COLUMN "is_off" BOOLEAN NOT NULL DEFAULT false;

-- Whether devices of a project may capture: neither it nor its workspace is archived, and tracking is on (contract
-- section 3, as in lib/tracker/devices/rules.ts).
CREATE FUNCTION is_tracked(workspace_active boolean, of_workspace jsonb, project_active boolean, of_project jsonb)
RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT workspace_active AND project_active
    AND coalesce(of_workspace->'tracker_enabled', 'null') <> 'false'
    AND coalesce(nullif(of_project->'tracker_enabled', 'null'), of_workspace->'tracker_enabled', 'null') = 'true'
$$;
