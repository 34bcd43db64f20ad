-- AlterTable
ALTER TABLE "tracker_bucket" ADD COLUMN     "app_name" TEXT,
ADD COLUMN     "repository" TEXT;

-- AlterTable
ALTER TABLE "tracker_workspace_bucket" ADD COLUMN     "app_name" TEXT,
ADD COLUMN     "repository" TEXT;
