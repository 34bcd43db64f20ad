-- Alone, because requests use the table all the time: nothing is waited for while it is locked.
ALTER TABLE "developer_session" ADD CONSTRAINT "developer_session_kind_check"
  CHECK ("kind" IN ('browser', 'client', 'command')) NOT VALID;
