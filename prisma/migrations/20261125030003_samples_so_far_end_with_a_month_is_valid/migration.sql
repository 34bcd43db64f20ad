ALTER TABLE "tracker_sample" VALIDATE CONSTRAINT "tracker_sample_months_check";
