-- AlterTable
ALTER TABLE "crm_record" ADD COLUMN "row_version" INTEGER NOT NULL DEFAULT 1;
