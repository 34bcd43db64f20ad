-- AlterTable
ALTER TABLE "tracker_sample" ADD COLUMN     "import_id" UUID;
