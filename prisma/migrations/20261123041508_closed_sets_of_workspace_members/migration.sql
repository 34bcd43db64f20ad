-- Alone, because requests use the table all the time: nothing is waited for while it is locked.
ALTER TABLE "workspace_member" ADD CONSTRAINT "workspace_member_status_check"
  CHECK ("status" IN ('active', 'suspended')) NOT VALID;
