-- AlterTable
ALTER TABLE "tracker_rule_set" ADD COLUMN     "draft_version" INTEGER NOT NULL DEFAULT 0;
