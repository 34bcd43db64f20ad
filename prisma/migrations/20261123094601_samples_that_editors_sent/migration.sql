-- AlterTable
ALTER TABLE "tracker_sample" ADD COLUMN     "is_point" BOOLEAN;
