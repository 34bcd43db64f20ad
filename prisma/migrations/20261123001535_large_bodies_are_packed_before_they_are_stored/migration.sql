-- AlterTable
ALTER TABLE "inbound_body" ADD COLUMN     "is_packed" BOOLEAN NOT NULL DEFAULT false;
