-- Both are trusted extensions: whoever owns the database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- CreateTable
CREATE TABLE "crm_object" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "singular_name" TEXT NOT NULL,
    "plural_name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "is_system" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "crm_object_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "crm_attribute" (
    "id" UUID NOT NULL,
    "object_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "type" TEXT NOT NULL,
    "is_required" BOOLEAN NOT NULL DEFAULT false,
    "is_unique" BOOLEAN NOT NULL DEFAULT false,
    "is_system" BOOLEAN NOT NULL DEFAULT false,
    "options" JSONB NOT NULL DEFAULT '[]',
    "currency_code" TEXT,
    "reference_slug" TEXT,
    "position" INTEGER NOT NULL,
    "archived_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "crm_attribute_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "crm_record" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "object_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "values" JSONB NOT NULL,
    "keys" JSONB NOT NULL,
    "search" TEXT NOT NULL,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "crm_record_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "crm_value_key" (
    "attribute_id" UUID NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "record_id" UUID NOT NULL,

    CONSTRAINT "crm_value_key_pkey" PRIMARY KEY ("attribute_id","key","record_id")
);

-- CreateTable
CREATE TABLE "crm_unique_value" (
    "attribute_id" UUID NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "record_id" UUID NOT NULL,

    CONSTRAINT "crm_unique_value_pkey" PRIMARY KEY ("attribute_id","key")
);

-- CreateTable
CREATE TABLE "crm_record_event" (
    "id" UUID NOT NULL,
    "record_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" UUID,
    "cause_id" UUID,
    "changes" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "crm_record_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "crm_view" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "object_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "owner_id" UUID,
    "filter" JSONB,
    "sort" TEXT,
    "columns" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "crm_view_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "crm_object_workspace_id_slug_key" ON "crm_object"("workspace_id", "slug");

-- CreateIndex
CREATE INDEX "crm_attribute_type_idx" ON "crm_attribute"("type");

-- CreateIndex
CREATE UNIQUE INDEX "crm_attribute_object_id_slug_key" ON "crm_attribute"("object_id", "slug");

-- CreateIndex
CREATE INDEX "crm_record_object_id_deleted_at_created_at_id_idx" ON "crm_record"("object_id", "deleted_at", "created_at", "id");

-- CreateIndex
CREATE INDEX "crm_record_object_id_deleted_at_updated_at_id_idx" ON "crm_record"("object_id", "deleted_at", "updated_at", "id");

-- CreateIndex
CREATE INDEX "crm_record_deleted_at_idx" ON "crm_record"("deleted_at");

-- CreateIndex
CREATE INDEX "crm_record_workspace_id_idx" ON "crm_record"("workspace_id");

-- CreateIndex
CREATE INDEX "crm_record_created_by_id_idx" ON "crm_record"("created_by_id");

-- CreateIndex
CREATE INDEX "crm_record_object_id_search_idx" ON "crm_record" USING GIN ("object_id" uuid_ops, "search" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "crm_value_key_record_id_idx" ON "crm_value_key"("record_id");

-- CreateIndex
CREATE INDEX "crm_unique_value_record_id_idx" ON "crm_unique_value"("record_id");

-- CreateIndex
CREATE INDEX "crm_record_event_record_id_created_at_id_idx" ON "crm_record_event"("record_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "crm_record_event_actor_id_idx" ON "crm_record_event"("actor_id");

-- CreateIndex
CREATE INDEX "crm_view_object_id_created_at_id_idx" ON "crm_view"("object_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "crm_view_workspace_id_idx" ON "crm_view"("workspace_id");

-- CreateIndex
CREATE INDEX "crm_view_owner_id_idx" ON "crm_view"("owner_id");

-- AddForeignKey
ALTER TABLE "crm_object" ADD CONSTRAINT "crm_object_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_attribute" ADD CONSTRAINT "crm_attribute_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "crm_object"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_record" ADD CONSTRAINT "crm_record_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_record" ADD CONSTRAINT "crm_record_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "crm_object"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_record" ADD CONSTRAINT "crm_record_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_value_key" ADD CONSTRAINT "crm_value_key_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "crm_record"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_unique_value" ADD CONSTRAINT "crm_unique_value_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "crm_record"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_record_event" ADD CONSTRAINT "crm_record_event_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "crm_record"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_record_event" ADD CONSTRAINT "crm_record_event_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_view" ADD CONSTRAINT "crm_view_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_view" ADD CONSTRAINT "crm_view_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "crm_object"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crm_view" ADD CONSTRAINT "crm_view_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;
