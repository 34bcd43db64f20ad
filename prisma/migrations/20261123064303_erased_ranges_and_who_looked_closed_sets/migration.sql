ALTER TABLE "tracker_view" ADD CONSTRAINT "tracker_view_kind_check"
  CHECK ("kind" IN ('evidence', 'day')) NOT VALID;
