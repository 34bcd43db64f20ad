-- AlterTable
ALTER TABLE "email_suppression" ADD COLUMN     "lifted_by_owner_at" TIMESTAMPTZ(3);
