-- CreateTable
CREATE TABLE "workspace_key" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "key_prefix" TEXT NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_event" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "anonymous_id" TEXT,
    "user_id" TEXT,
    "properties" JSONB NOT NULL DEFAULT '{}',
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "product_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "workspace_key_key_hash_key" ON "workspace_key"("key_hash");

-- CreateIndex
CREATE INDEX "workspace_key_workspace_id_created_at_id_idx" ON "workspace_key"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "product_event_workspace_id_occurred_at_id_idx" ON "product_event"("workspace_id", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "product_event_workspace_id_type_occurred_at_id_idx" ON "product_event"("workspace_id", "type", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "product_event_workspace_id_user_id_occurred_at_id_idx" ON "product_event"("workspace_id", "user_id", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "product_event_workspace_id_anonymous_id_occurred_at_id_idx" ON "product_event"("workspace_id", "anonymous_id", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "product_event_received_at_idx" ON "product_event" USING BRIN ("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "product_event_workspace_id_event_id_key" ON "product_event"("workspace_id", "event_id");

-- AddForeignKey
ALTER TABLE "workspace_key" ADD CONSTRAINT "workspace_key_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_event" ADD CONSTRAINT "product_event_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
