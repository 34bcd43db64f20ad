-- Alone, because requests use the table all the time: nothing is waited for while it is locked.
ALTER TABLE "task" ADD CONSTRAINT "task_status_check"
  CHECK ("status" IN ('backlog', 'todo', 'in_progress', 'in_review', 'done', 'cancelled')) NOT VALID;
