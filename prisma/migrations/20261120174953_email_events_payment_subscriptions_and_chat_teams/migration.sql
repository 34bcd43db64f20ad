-- CreateTable
CREATE TABLE "email_event" (
    "id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "address_key" TEXT NOT NULL,
    "is_permanent" BOOLEAN NOT NULL,
    "reason" TEXT,
    "message_id" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_suppression" (
    "address_key" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_suppression_pkey" PRIMARY KEY ("address_key")
);

-- CreateTable
CREATE TABLE "payment_subscription" (
    "id" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "plan_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "is_live" BOOLEAN NOT NULL,
    "event_at" TIMESTAMPTZ(3) NOT NULL,
    "event_rank" INTEGER NOT NULL,

    CONSTRAINT "payment_subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chat_team" (
    "id" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "connected_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chat_team_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "email_event_address_key_occurred_at_id_idx" ON "email_event"("address_key", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "email_event_received_at_idx" ON "email_event"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "email_event_provider_event_id_key" ON "email_event"("provider", "event_id");

-- CreateIndex
CREATE INDEX "payment_subscription_workspace_id_idx" ON "payment_subscription"("workspace_id");

-- CreateIndex
CREATE INDEX "payment_subscription_plan_id_idx" ON "payment_subscription"("plan_id");

-- CreateIndex
CREATE INDEX "chat_team_workspace_id_idx" ON "chat_team"("workspace_id");

-- AddForeignKey
ALTER TABLE "payment_subscription" ADD CONSTRAINT "payment_subscription_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_subscription" ADD CONSTRAINT "payment_subscription_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plan"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_team" ADD CONSTRAINT "chat_team_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
