-- AlterTable
ALTER TABLE "form" ADD COLUMN     "logo" BYTEA,
ADD COLUMN     "logo_type" TEXT;
