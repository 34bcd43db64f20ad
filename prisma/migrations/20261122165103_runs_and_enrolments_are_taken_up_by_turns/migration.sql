-- AlterTable
ALTER TABLE "automation_run" ADD COLUMN     "held_until" TIMESTAMPTZ(3),
ADD COLUMN     "sends" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sequence_enrollment" ADD COLUMN     "held_until" TIMESTAMPTZ(3),
ADD COLUMN     "sends" BOOLEAN NOT NULL DEFAULT false;
