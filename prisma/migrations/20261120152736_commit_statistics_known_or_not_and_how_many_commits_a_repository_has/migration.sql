-- AlterTable
ALTER TABLE "repository_commit" ADD COLUMN     "has_stats" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "workspace_repository" ADD COLUMN     "commit_count" INTEGER NOT NULL DEFAULT 0;
