-- AlterTable
ALTER TABLE "tracker_device" ADD COLUMN     "clock_skew_s" INTEGER,
ADD COLUMN     "skew_told_at" TIMESTAMPTZ(3);
