-- CreateTable
CREATE TABLE "tracker_workspace_redaction" (
    "workspace_id" UUID NOT NULL,
    "rules" JSONB NOT NULL,

    CONSTRAINT "tracker_workspace_redaction_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "tracker_own_redaction" (
    "developer_id" UUID NOT NULL,
    "sealed" TEXT NOT NULL,

    CONSTRAINT "tracker_own_redaction_pkey" PRIMARY KEY ("developer_id")
);

-- CreateTable
CREATE TABLE "tracker_redaction_due" (
    "developer_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "before_ts" TIMESTAMPTZ(3),
    "before_id" BIGINT,
    "again_at" TIMESTAMPTZ(3),

    CONSTRAINT "tracker_redaction_due_pkey" PRIMARY KEY ("developer_id")
);

-- CreateTable
CREATE TABLE "tracker_redaction_version" (
    "version" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tracker_redaction_version_pkey" PRIMARY KEY ("version")
);

-- CreateIndex
CREATE INDEX "tracker_redaction_due_before_ts_idx" ON "tracker_redaction_due"("before_ts" DESC);

-- AddForeignKey
ALTER TABLE "tracker_workspace_redaction" ADD CONSTRAINT "tracker_workspace_redaction_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_own_redaction" ADD CONSTRAINT "tracker_own_redaction_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_redaction_due" ADD CONSTRAINT "tracker_redaction_due_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
