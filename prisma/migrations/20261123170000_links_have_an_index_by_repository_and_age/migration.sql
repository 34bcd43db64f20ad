CREATE INDEX CONCURRENTLY "task_link_repository_id_created_at_id_idx" ON "task_link"("repository_id", "created_at" DESC, "id" DESC);
