-- Built-in roles have been stored in full so far, as their templates were when the workspace was made. Those have never
-- changed until now, so that these are the templates of every role's time, and what differs is the workspace's decision.
-- In a file of its own, because the lock of ADD COLUMN would keep everyone waiting for as long as this takes.
UPDATE "custom_role" r SET "template_permissions" = t.permissions
FROM (VALUES
  ('owner', ARRAY[
    'can_view_members', 'can_invite_members', 'can_manage_members', 'can_view_roles', 'can_manage_roles',
    'can_view_teams', 'can_manage_teams', 'can_view_projects', 'can_create_projects', 'can_manage_projects',
    'can_edit_tasks', 'can_view_repositories', 'can_manage_repositories', 'can_view_tracker',
    'can_view_tracker_records', 'can_view_evidence', 'can_manage_tracker', 'can_view_crm', 'can_edit_records',
    'can_manage_crm', 'can_manage_automations', 'can_export_records', 'can_view_webhooks', 'can_manage_webhooks',
    'can_manage_integrations', 'can_view_forms', 'can_manage_forms', 'can_view_tables', 'can_edit_rows',
    'can_manage_tables', 'can_share_tables', 'can_view_billing', 'can_manage_billing', 'can_manage_settings',
    'can_view_audit'
  ]),
  ('admin', ARRAY[
    'can_view_members', 'can_invite_members', 'can_manage_members', 'can_view_roles', 'can_manage_roles',
    'can_view_teams', 'can_manage_teams', 'can_view_projects', 'can_create_projects', 'can_manage_projects',
    'can_edit_tasks', 'can_view_repositories', 'can_manage_repositories', 'can_view_tracker',
    'can_view_tracker_records', 'can_view_evidence', 'can_manage_tracker', 'can_view_crm', 'can_edit_records',
    'can_manage_crm', 'can_manage_automations', 'can_export_records', 'can_view_webhooks', 'can_manage_webhooks',
    'can_manage_integrations', 'can_view_forms', 'can_manage_forms', 'can_view_tables', 'can_edit_rows',
    'can_manage_tables', 'can_share_tables', 'can_view_billing', 'can_manage_settings', 'can_view_audit'
  ]),
  ('manager', ARRAY[
    'can_view_members', 'can_invite_members', 'can_view_roles', 'can_view_teams', 'can_manage_teams',
    'can_view_projects', 'can_create_projects', 'can_manage_projects', 'can_edit_tasks', 'can_view_repositories',
    'can_manage_repositories', 'can_view_tracker', 'can_manage_tracker', 'can_view_crm', 'can_edit_records',
    'can_manage_crm', 'can_manage_automations', 'can_export_records', 'can_view_webhooks', 'can_view_forms',
    'can_manage_forms', 'can_view_tables', 'can_edit_rows', 'can_manage_tables', 'can_share_tables'
  ]),
  ('hr', ARRAY[
    'can_view_members', 'can_invite_members', 'can_manage_members', 'can_view_roles', 'can_view_teams',
    'can_manage_teams', 'can_view_projects', 'can_edit_tasks', 'can_view_tracker', 'can_view_forms',
    'can_view_tables', 'can_edit_rows'
  ]),
  ('developer', ARRAY[
    'can_view_members', 'can_view_teams', 'can_view_projects', 'can_create_projects', 'can_edit_tasks',
    'can_view_repositories', 'can_view_webhooks', 'can_view_forms', 'can_view_tables', 'can_edit_rows',
    'can_manage_tables'
  ]),
  ('support', ARRAY[
    'can_view_members', 'can_view_teams', 'can_view_projects', 'can_edit_tasks', 'can_view_crm', 'can_edit_records',
    'can_view_forms', 'can_view_tables', 'can_edit_rows'
  ]),
  ('sales', ARRAY[
    'can_view_members', 'can_view_teams', 'can_view_projects', 'can_edit_tasks', 'can_view_crm', 'can_edit_records',
    'can_manage_automations', 'can_export_records', 'can_view_forms', 'can_view_tables', 'can_edit_rows'
  ]),
  ('member', ARRAY[
    'can_view_members', 'can_view_teams', 'can_view_projects', 'can_edit_tasks', 'can_view_forms',
    'can_view_tables', 'can_edit_rows'
  ]),
  ('viewer', ARRAY[
    'can_view_members', 'can_view_teams', 'can_view_projects', 'can_view_tables'
  ])
) AS t (slug, permissions)
WHERE r."is_system" AND r."based_on_template" = t.slug;
