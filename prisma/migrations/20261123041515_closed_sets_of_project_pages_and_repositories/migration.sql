ALTER TABLE "project_member" ADD CONSTRAINT "project_member_role_check"
  CHECK ("role" IN ('lead', 'member')) NOT VALID;
ALTER TABLE "project_page" ADD CONSTRAINT "project_page_reviews_check"
  CHECK ("reviews" IN ('nobody', 'new_accounts', 'everyone')) NOT VALID;
ALTER TABLE "project_request" ADD CONSTRAINT "project_request_status_check"
  CHECK ("status" IN ('open', 'planned', 'in_progress', 'done', 'declined')) NOT VALID;
ALTER TABLE "project_request" ADD CONSTRAINT "project_request_visibility_check"
  CHECK ("visibility" IN ('visible', 'pending', 'hidden')) NOT VALID;
ALTER TABLE "project_request_change" ADD CONSTRAINT "project_request_change_from_check"
  CHECK ("from" IN ('open', 'planned', 'in_progress', 'done', 'declined')) NOT VALID;
ALTER TABLE "project_request_change" ADD CONSTRAINT "project_request_change_to_check"
  CHECK ("to" IN ('open', 'planned', 'in_progress', 'done', 'declined')) NOT VALID;
ALTER TABLE "project_request_comment" ADD CONSTRAINT "project_request_comment_visibility_check"
  CHECK ("visibility" IN ('visible', 'pending', 'hidden')) NOT VALID;
ALTER TABLE "task_link" ADD CONSTRAINT "task_link_kind_check"
  CHECK ("kind" IN ('commit', 'pull_request', 'issue')) NOT VALID;
ALTER TABLE "task_link" ADD CONSTRAINT "task_link_state_check"
  CHECK ("state" IN ('open', 'draft', 'closed', 'merged')) NOT VALID;
ALTER TABLE "repository_pull_request" ADD CONSTRAINT "repository_pull_request_state_check"
  CHECK ("state" IN ('open', 'closed', 'merged')) NOT VALID;
ALTER TABLE "workspace_repository" ADD CONSTRAINT "workspace_repository_sync_status_check"
  CHECK ("sync_status" IN ('pending', 'syncing', 'synced', 'failed', 'no_credentials')) NOT VALID;
