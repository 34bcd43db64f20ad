ALTER TABLE "share_link" ADD CONSTRAINT "share_link_permission_check"
  CHECK ("permission" IN ('view', 'edit')) NOT VALID;
ALTER TABLE "team" ADD CONSTRAINT "team_type_check"
  CHECK ("type" IN ('manual', 'repo_based', 'auto_sync')) NOT VALID;
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_role_check"
  CHECK ("role" IN ('lead', 'member')) NOT VALID;
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_source_check"
  CHECK ("source" IN ('manual', 'repo_contributor', 'auto_sync')) NOT VALID;
ALTER TABLE "tracker_evidence" ADD CONSTRAINT "tracker_evidence_status_check"
  CHECK ("status" IN ('pending', 'verified', 'mismatch', 'missing')) NOT VALID;
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_disabled_reason_check"
  CHECK ("disabled_reason" IN ('gone', 'failing')) NOT VALID;
