-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "count" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "digested_at" TIMESTAMPTZ(3),
ADD COLUMN     "group_key" TEXT,
ADD COLUMN     "in_inbox" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'service',
ADD COLUMN     "mailed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "notification_setting" (
    "developer_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "inbox" BOOLEAN NOT NULL,
    "mail" BOOLEAN NOT NULL,
    "digest" BOOLEAN NOT NULL,

    CONSTRAINT "notification_setting_pkey" PRIMARY KEY ("developer_id","kind")
);

-- CreateTable
CREATE TABLE "notification_digest" (
    "developer_id" UUID NOT NULL,
    "day" TEXT NOT NULL,

    CONSTRAINT "notification_digest_pkey" PRIMARY KEY ("developer_id")
);

-- AddForeignKey
ALTER TABLE "notification_setting" ADD CONSTRAINT "notification_setting_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_digest" ADD CONSTRAINT "notification_digest_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "notification" ADD CONSTRAINT "notification_kind_check"
  CHECK ("kind" IN ('mention', 'assigned', 'form_answered', 'request_filed', 'request_status', 'webhook', 'invite_accepted', 'automation', 'service')) NOT VALID;
ALTER TABLE "notification_setting" ADD CONSTRAINT "notification_setting_kind_check"
  CHECK ("kind" IN ('mention', 'assigned', 'form_answered', 'request_filed', 'request_status', 'webhook', 'invite_accepted', 'automation', 'service'));
