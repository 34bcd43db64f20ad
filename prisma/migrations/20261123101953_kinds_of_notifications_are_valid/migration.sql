ALTER TABLE "notification" VALIDATE CONSTRAINT "notification_kind_check";
