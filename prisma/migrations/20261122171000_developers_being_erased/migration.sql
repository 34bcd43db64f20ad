-- AlterTable
ALTER TABLE "developer" ADD COLUMN     "erasing_at" TIMESTAMPTZ(3);
