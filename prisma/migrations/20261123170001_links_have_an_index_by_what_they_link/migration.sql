CREATE INDEX CONCURRENTLY "task_link_repository_id_ref_idx" ON "task_link"("repository_id", "ref");
