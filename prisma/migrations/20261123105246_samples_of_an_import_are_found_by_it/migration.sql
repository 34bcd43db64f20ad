-- For what undoes an import. Of samples that came by none it holds nothing.
CREATE INDEX CONCURRENTLY "tracker_sample_import_id_idx" ON "tracker_sample" ("import_id") WHERE "import_id" IS NOT NULL;
