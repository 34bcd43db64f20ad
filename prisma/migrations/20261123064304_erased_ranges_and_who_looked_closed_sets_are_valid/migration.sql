ALTER TABLE "tracker_view" VALIDATE CONSTRAINT "tracker_view_kind_check";
