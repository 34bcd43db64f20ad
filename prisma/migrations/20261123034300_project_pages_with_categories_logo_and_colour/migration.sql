-- AlterTable
ALTER TABLE "project_page" ADD COLUMN     "categories" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "color" TEXT,
ADD COLUMN     "logo" BYTEA,
ADD COLUMN     "logo_type" TEXT;
