-- AlterTable
ALTER TABLE "form" ADD COLUMN     "color" TEXT;
