-- AlterTable
ALTER TABLE "tracker_derivation" ADD COLUMN     "suggested_project_id" UUID,
ADD COLUMN     "suggested_task_key" TEXT;
