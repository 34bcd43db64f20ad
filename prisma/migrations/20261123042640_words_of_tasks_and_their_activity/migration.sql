ALTER TABLE "task" ADD CONSTRAINT "task_priority_check"
  CHECK ("priority" IN ('none', 'low', 'medium', 'high', 'urgent')) NOT VALID;
ALTER TABLE "task_activity" ADD CONSTRAINT "task_activity_actor_kind_check"
  CHECK ("actor_kind" IN ('developer', 'code_host')) NOT VALID;
ALTER TABLE "task_activity" ADD CONSTRAINT "task_activity_kind_check"
  CHECK ("kind" IN ('comment', 'created', 'changed')) NOT VALID;
