ALTER TABLE "task" VALIDATE CONSTRAINT "task_priority_check";
ALTER TABLE "task_activity" VALIDATE CONSTRAINT "task_activity_actor_kind_check";
ALTER TABLE "task_activity" VALIDATE CONSTRAINT "task_activity_kind_check";
