-- AlterTable
ALTER TABLE "sequence_enrollment" DROP COLUMN "depth";
