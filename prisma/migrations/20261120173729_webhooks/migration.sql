-- CreateTable
CREATE TABLE "webhook" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "secret_encrypted" TEXT NOT NULL,
    "headers_encrypted" TEXT,
    "header_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "disabled_reason" TEXT,
    "disabled_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "body" TEXT,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "failure_reason" TEXT,
    "attempt_number" INTEGER NOT NULL DEFAULT 0,
    "round" INTEGER NOT NULL DEFAULT 0,
    "round_attempts" INTEGER NOT NULL DEFAULT 0,
    "next_retry_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "is_erased" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "delivery_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "signature" TEXT NOT NULL,
    "webhook_signature" TEXT NOT NULL,
    "status_code" INTEGER,
    "response_body" TEXT,
    "error" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("delivery_id","number")
);

-- CreateIndex
CREATE INDEX "webhook_workspace_id_created_at_id_idx" ON "webhook"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_created_by_id_idx" ON "webhook"("created_by_id");

-- CreateIndex
CREATE INDEX "webhook_deleted_at_idx" ON "webhook"("deleted_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_id_created_at_id_idx" ON "webhook_delivery"("webhook_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_id_status_created_at_id_idx" ON "webhook_delivery"("webhook_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_id_event_type_created_at_id_idx" ON "webhook_delivery"("webhook_id", "event_type", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_id_status_next_retry_at_created_at_idx" ON "webhook_delivery"("webhook_id", "status", "next_retry_at", "created_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_is_erased_created_at_idx" ON "webhook_delivery"("is_erased", "created_at");

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
