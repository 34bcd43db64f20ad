-- CreateTable
CREATE TABLE "webhook_left_event" (
    "event_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_left_event_pkey" PRIMARY KEY ("event_id")
);

-- CreateIndex
CREATE INDEX "webhook_left_event_workspace_id_event_id_idx" ON "webhook_left_event"("workspace_id", "event_id");

-- AddForeignKey
ALTER TABLE "webhook_left_event" ADD CONSTRAINT "webhook_left_event_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
