-- Alone, because requests use the table all the time: nothing is waited for while it is locked.
ALTER TABLE "workspace" ADD CONSTRAINT "workspace_plan_origin_check"
  CHECK ("plan_origin" IN ('payment', 'operator')) NOT VALID;
ALTER TABLE "workspace" ADD CONSTRAINT "workspace_type_check"
  CHECK ("type" IN ('internal', 'code_host_linked')) NOT VALID;
