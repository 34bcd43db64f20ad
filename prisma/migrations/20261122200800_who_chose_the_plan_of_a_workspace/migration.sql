-- AlterTable
ALTER TABLE "workspace" ADD COLUMN     "plan_origin" TEXT;
