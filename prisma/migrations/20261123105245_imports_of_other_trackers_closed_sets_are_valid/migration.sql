ALTER TABLE "tracker_import" VALIDATE CONSTRAINT "tracker_import_state_check";
