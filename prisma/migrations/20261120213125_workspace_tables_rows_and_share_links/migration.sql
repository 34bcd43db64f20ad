-- CreateTable
CREATE TABLE "data_table" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "columns" JSONB NOT NULL,
    "row_count" INTEGER NOT NULL DEFAULT 0,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "data_table_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "data_row" (
    "id" UUID NOT NULL,
    "table_id" UUID NOT NULL,
    "values" JSONB NOT NULL,
    "keys" JSONB NOT NULL,
    "search" TEXT NOT NULL,
    "row_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "data_row_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "data_row_key" (
    "table_id" UUID NOT NULL,
    "column_key" TEXT NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "row_id" UUID NOT NULL,

    CONSTRAINT "data_row_key_pkey" PRIMARY KEY ("table_id","column_key","key","row_id")
);

-- CreateTable
CREATE TABLE "data_row_event" (
    "id" UUID NOT NULL,
    "row_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" UUID,
    "share_link_id" UUID,
    "row_version" INTEGER NOT NULL,
    "changes" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "data_row_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "share_link" (
    "id" UUID NOT NULL,
    "table_id" UUID NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "token_hash" TEXT NOT NULL,
    "permission" TEXT NOT NULL,
    "password_hash" TEXT,
    "password_version" INTEGER NOT NULL DEFAULT 1,
    "expires_at" TIMESTAMPTZ(3),
    "hidden_columns" TEXT[],
    "row_filter" JSONB,
    "last_used_at" TIMESTAMPTZ(3),
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "share_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "share_link_password_try" (
    "link_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "tried_at" TIMESTAMPTZ(3)[],
    "last_try_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "share_link_password_try_pkey" PRIMARY KEY ("link_id","address")
);

-- CreateIndex
CREATE INDEX "data_table_workspace_id_created_at_id_idx" ON "data_table"("workspace_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "data_table_created_by_id_idx" ON "data_table"("created_by_id");

-- CreateIndex
CREATE INDEX "data_table_deleted_at_idx" ON "data_table"("deleted_at");

-- CreateIndex
CREATE INDEX "data_row_table_id_deleted_at_created_at_id_idx" ON "data_row"("table_id", "deleted_at", "created_at", "id");

-- CreateIndex
CREATE INDEX "data_row_table_id_deleted_at_updated_at_id_idx" ON "data_row"("table_id", "deleted_at", "updated_at", "id");

-- CreateIndex
CREATE INDEX "data_row_deleted_at_idx" ON "data_row"("deleted_at");

-- CreateIndex
CREATE INDEX "data_row_key_row_id_idx" ON "data_row_key"("row_id");

-- CreateIndex
CREATE INDEX "data_row_event_row_id_created_at_id_idx" ON "data_row_event"("row_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "data_row_event_actor_id_idx" ON "data_row_event"("actor_id");

-- CreateIndex
CREATE INDEX "data_row_event_share_link_id_idx" ON "data_row_event"("share_link_id");

-- CreateIndex
CREATE UNIQUE INDEX "share_link_token_hash_key" ON "share_link"("token_hash");

-- CreateIndex
CREATE INDEX "share_link_table_id_created_at_id_idx" ON "share_link"("table_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "share_link_created_by_id_idx" ON "share_link"("created_by_id");

-- CreateIndex
CREATE INDEX "share_link_password_try_last_try_at_idx" ON "share_link_password_try"("last_try_at");

-- AddForeignKey
ALTER TABLE "data_table" ADD CONSTRAINT "data_table_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_table" ADD CONSTRAINT "data_table_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_row" ADD CONSTRAINT "data_row_table_id_fkey" FOREIGN KEY ("table_id") REFERENCES "data_table"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_row_key" ADD CONSTRAINT "data_row_key_row_id_fkey" FOREIGN KEY ("row_id") REFERENCES "data_row"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_row_event" ADD CONSTRAINT "data_row_event_row_id_fkey" FOREIGN KEY ("row_id") REFERENCES "data_row"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_row_event" ADD CONSTRAINT "data_row_event_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_row_event" ADD CONSTRAINT "data_row_event_share_link_id_fkey" FOREIGN KEY ("share_link_id") REFERENCES "share_link"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "share_link" ADD CONSTRAINT "share_link_table_id_fkey" FOREIGN KEY ("table_id") REFERENCES "data_table"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "share_link" ADD CONSTRAINT "share_link_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "share_link_password_try" ADD CONSTRAINT "share_link_password_try_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "share_link"("id") ON DELETE CASCADE ON UPDATE CASCADE;
