-- AlterTable
ALTER TABLE "automation_run" ADD COLUMN     "retried_at" TIMESTAMPTZ(3);
