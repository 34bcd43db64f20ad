-- As before, but of a built-in role: what its template grants, less and plus what the workspace decided otherwise, which
-- is where its permissions differ from what the template granted when they were stored.
CREATE OR REPLACE FUNCTION member_permissions(in_workspace uuid, of_developer uuid, grants jsonb) RETURNS text[]
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ARRAY(
    SELECT g.slug
    FROM workspace_member m
      JOIN workspace w ON w.id = m.workspace_id AND w.is_active
      JOIN developer d ON d.id = m.developer_id AND d.is_active
      LEFT JOIN custom_role r ON r.id = m.custom_role_id
      CROSS JOIN jsonb_to_recordset(grants) AS g (slug text, templates text[], apps text[])
    WHERE m.workspace_id = in_workspace AND m.developer_id = of_developer AND m.status = 'active'
      AND (
        CASE WHEN r.id IS NULL THEN m.role = 'owner'
          ELSE r.is_system AND COALESCE(r.based_on_template = 'owner', false) END
        OR (
          COALESCE((m.permission_overrides ->> g.slug)::boolean,
            CASE
              WHEN r.id IS NULL THEN m.role = ANY (g.templates)
              WHEN r.is_system AND (g.slug = ANY (r.permissions)) = (g.slug = ANY (r.template_permissions))
                THEN COALESCE(r.based_on_template = ANY (g.templates), false)
              ELSE g.slug = ANY (r.permissions)
            END)
          AND NOT EXISTS (SELECT FROM unnest(g.apps) AS app WHERE m.app_permissions -> app = 'false'::jsonb)
        )
      )
  );
END $$;
