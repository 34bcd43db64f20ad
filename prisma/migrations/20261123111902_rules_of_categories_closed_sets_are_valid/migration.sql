ALTER TABLE "tracker_replay" VALIDATE CONSTRAINT "tracker_replay_status_check";
