-- As of members (changes_of_members_are_told): that somebody was invited, has accepted, or is no longer invited.
CREATE TRIGGER live_insert AFTER INSERT ON "workspace_invite"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_members();

CREATE TRIGGER live_update AFTER UPDATE ON "workspace_invite"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_members();

CREATE TRIGGER live_delete AFTER DELETE ON "workspace_invite"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_members();
