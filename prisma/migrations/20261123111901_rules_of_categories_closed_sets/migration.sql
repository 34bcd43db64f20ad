ALTER TABLE "tracker_replay" ADD CONSTRAINT "tracker_replay_status_check"
  CHECK ("status" IN ('running', 'done', 'cancelled')) NOT VALID;
