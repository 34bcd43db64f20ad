-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "traceparent" TEXT;
