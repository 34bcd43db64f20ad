-- AlterTable
ALTER TABLE "crm_task" ADD COLUMN     "due_on" DATE;
