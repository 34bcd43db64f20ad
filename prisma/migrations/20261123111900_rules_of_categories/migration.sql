-- AlterTable
ALTER TABLE "tracker_derivation" ADD COLUMN     "version" TEXT;

-- CreateTable
CREATE TABLE "tracker_rule_set" (
    "id" UUID NOT NULL,
    "workspace_id" UUID,
    "developer_id" UUID,
    "draft" JSONB NOT NULL DEFAULT '[]',
    "applied" JSONB NOT NULL DEFAULT '[]',
    "version" INTEGER NOT NULL DEFAULT 0,
    "applied_at" TIMESTAMPTZ(3),

    CONSTRAINT "tracker_rule_set_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tracker_replay" (
    "rule_set_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "developer_id" UUID,
    "before" TIMESTAMPTZ(3),
    "samples_done" INTEGER NOT NULL DEFAULT 0,
    "samples_total" INTEGER,

    CONSTRAINT "tracker_replay_pkey" PRIMARY KEY ("rule_set_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tracker_rule_set_workspace_id_key" ON "tracker_rule_set"("workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "tracker_rule_set_developer_id_key" ON "tracker_rule_set"("developer_id");

-- AddForeignKey
ALTER TABLE "tracker_rule_set" ADD CONSTRAINT "tracker_rule_set_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_rule_set" ADD CONSTRAINT "tracker_rule_set_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_replay" ADD CONSTRAINT "tracker_replay_rule_set_id_fkey" FOREIGN KEY ("rule_set_id") REFERENCES "tracker_rule_set"("id") ON DELETE CASCADE ON UPDATE CASCADE;
