-- AlterTable
ALTER TABLE "webhook" ADD COLUMN     "failing_told_at" TIMESTAMPTZ(3);
