-- Alone, because requests use the table all the time: nothing is waited for while it is locked.
ALTER TABLE "project" ADD CONSTRAINT "project_public_tabs_check"
  CHECK ("public_tabs" <@ ARRAY['overview', 'board', 'roadmap']) NOT VALID;
