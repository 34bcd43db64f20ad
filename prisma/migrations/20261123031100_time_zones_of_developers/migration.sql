-- AlterTable
ALTER TABLE "developer" ADD COLUMN     "time_zone" TEXT;
