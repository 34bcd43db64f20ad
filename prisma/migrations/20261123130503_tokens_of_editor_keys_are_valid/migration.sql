ALTER TABLE "tracker_editor_key" VALIDATE CONSTRAINT "tracker_editor_key_token_id_fkey";
