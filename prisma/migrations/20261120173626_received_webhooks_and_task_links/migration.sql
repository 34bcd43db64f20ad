-- CreateTable
CREATE TABLE "inbound_delivery" (
    "id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "subject" TEXT,
    "verification" TEXT NOT NULL,
    "headers" JSONB NOT NULL,
    "body_bytes" INTEGER NOT NULL,
    "shows_body" BOOLEAN NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "touched_at" TIMESTAMPTZ(3) NOT NULL,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "inbound_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inbound_body" (
    "delivery_id" UUID NOT NULL,
    "bytes" BYTEA NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "inbound_body_pkey" PRIMARY KEY ("delivery_id")
);

-- CreateTable
CREATE TABLE "inbound_delivery_workspace" (
    "workspace_id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "inbound_delivery_workspace_pkey" PRIMARY KEY ("workspace_id","delivery_id")
);

-- CreateTable
CREATE TABLE "task_link" (
    "id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "repository_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "url" TEXT,
    "state" TEXT NOT NULL,
    "is_fix" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "task_link_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "inbound_delivery_status_touched_at_idx" ON "inbound_delivery"("status", "touched_at");

-- CreateIndex
CREATE INDEX "inbound_delivery_received_at_idx" ON "inbound_delivery"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "inbound_delivery_provider_external_id_key" ON "inbound_delivery"("provider", "external_id");

-- CreateIndex
CREATE INDEX "inbound_body_received_at_idx" ON "inbound_body"("received_at");

-- CreateIndex
CREATE INDEX "inbound_delivery_workspace_workspace_id_received_at_deliver_idx" ON "inbound_delivery_workspace"("workspace_id", "received_at" DESC, "delivery_id" DESC);

-- CreateIndex
CREATE INDEX "inbound_delivery_workspace_workspace_id_provider_received_a_idx" ON "inbound_delivery_workspace"("workspace_id", "provider", "received_at" DESC, "delivery_id" DESC);

-- CreateIndex
CREATE INDEX "inbound_delivery_workspace_delivery_id_idx" ON "inbound_delivery_workspace"("delivery_id");

-- CreateIndex
CREATE INDEX "task_link_task_id_created_at_id_idx" ON "task_link"("task_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "task_link_repository_id_idx" ON "task_link"("repository_id");

-- CreateIndex
CREATE UNIQUE INDEX "task_link_task_id_repository_id_kind_ref_key" ON "task_link"("task_id", "repository_id", "kind", "ref");

-- AddForeignKey
ALTER TABLE "inbound_body" ADD CONSTRAINT "inbound_body_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "inbound_delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbound_delivery_workspace" ADD CONSTRAINT "inbound_delivery_workspace_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbound_delivery_workspace" ADD CONSTRAINT "inbound_delivery_workspace_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "inbound_delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_link" ADD CONSTRAINT "task_link_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_link" ADD CONSTRAINT "task_link_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "workspace_repository"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Bodies are JSON of a few kilobytes and compressed on the way in: lz4 takes a tenth of the time of the default. Servers
-- that were built without it keep the default.
DO $$
BEGIN
  ALTER TABLE "inbound_body" ALTER COLUMN "bytes" SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value THEN NULL;
END
$$;
