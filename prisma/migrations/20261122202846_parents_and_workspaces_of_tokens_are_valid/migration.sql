-- A token refers to none of either before this version makes it.
ALTER TABLE "api_token" VALIDATE CONSTRAINT "api_token_parent_id_fkey";
ALTER TABLE "api_token" VALIDATE CONSTRAINT "api_token_workspace_id_fkey";
