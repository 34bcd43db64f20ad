DROP INDEX CONCURRENTLY "task_link_repository_id_idx";
