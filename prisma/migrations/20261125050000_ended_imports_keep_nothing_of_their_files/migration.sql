-- When somebody was there and which pages they saw, as the file of an import says it, was kept after the import had ended,
-- also after its person had erased the samples.
UPDATE "tracker_import" SET "covers" = '{}' WHERE "state" IN ('done', 'failed', 'undoing', 'undone');
