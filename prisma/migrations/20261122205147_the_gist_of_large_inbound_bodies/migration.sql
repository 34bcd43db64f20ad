-- AlterTable
ALTER TABLE "inbound_body" ADD COLUMN     "gist" TEXT;
