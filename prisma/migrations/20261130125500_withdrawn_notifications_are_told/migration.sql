-- As of new ones (notifications_are_told): they leave an open inbox at once.
CREATE TRIGGER live_delete AFTER DELETE ON "notification"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_inbox();
