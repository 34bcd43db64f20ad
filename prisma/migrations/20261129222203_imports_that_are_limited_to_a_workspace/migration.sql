-- AlterTable
ALTER TABLE "tracker_import" ADD COLUMN     "workspace_id" UUID;
