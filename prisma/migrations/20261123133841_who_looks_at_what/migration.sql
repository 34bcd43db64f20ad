-- Unlogged: after a crash of the database pages say it again.
CREATE UNLOGGED TABLE "live_presence" (
    "workspace_id" UUID NOT NULL,
    "area" TEXT NOT NULL,
    "thing_id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "live_presence_area_check" CHECK ("area" IN ('tables', 'tasks', 'records')),
    CONSTRAINT "live_presence_pkey" PRIMARY KEY ("workspace_id","area","thing_id","developer_id")
);

-- CreateIndex
CREATE INDEX "live_presence_developer_id_idx" ON "live_presence"("developer_id");

-- AddForeignKey
ALTER TABLE "live_presence" ADD CONSTRAINT "live_presence_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "live_presence" ADD CONSTRAINT "live_presence_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
