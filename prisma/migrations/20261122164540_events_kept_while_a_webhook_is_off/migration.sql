-- CreateTable
CREATE TABLE "webhook_held_event" (
    "webhook_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_held_event_pkey" PRIMARY KEY ("webhook_id","event_id")
);

-- CreateTable
CREATE TABLE "webhook_held_drop" (
    "id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "events" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_held_drop_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_held_event_webhook_id_created_at_event_id_idx" ON "webhook_held_event"("webhook_id", "created_at" DESC, "event_id" DESC);

-- CreateIndex
CREATE INDEX "webhook_held_event_created_at_idx" ON "webhook_held_event"("created_at");

-- CreateIndex
CREATE INDEX "webhook_held_drop_webhook_id_idx" ON "webhook_held_drop"("webhook_id");

-- AddForeignKey
ALTER TABLE "webhook_held_event" ADD CONSTRAINT "webhook_held_event_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_held_drop" ADD CONSTRAINT "webhook_held_drop_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;
