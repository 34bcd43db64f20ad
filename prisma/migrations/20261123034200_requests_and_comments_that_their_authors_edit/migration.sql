-- AlterTable
ALTER TABLE "project_request" ADD COLUMN     "category" TEXT,
ADD COLUMN     "edited_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "project_request_comment" ADD COLUMN     "edited_at" TIMESTAMPTZ(3);
