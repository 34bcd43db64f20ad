-- DropIndex: nothing lists screenshots by their upload any more.
DROP INDEX CONCURRENTLY "tracker_evidence_project_id_created_at_id_idx";
