-- AlterTable
ALTER TABLE "webhook_attempt" ADD COLUMN     "response_headers" JSONB;
