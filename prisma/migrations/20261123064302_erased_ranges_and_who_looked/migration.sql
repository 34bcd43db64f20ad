-- CreateTable
CREATE TABLE "tracker_erased_range" (
    "id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "from" TIMESTAMPTZ(3) NOT NULL,
    "to" TIMESTAMPTZ(3) NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "tracker_erased_range_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tracker_view" (
    "id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "viewer_id" UUID,
    "workspace_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tracker_view_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "tracker_erased_range_developer_id_idx" ON "tracker_erased_range"("developer_id");

-- CreateIndex
CREATE INDEX "tracker_erased_range_erased_at_idx" ON "tracker_erased_range"("erased_at");

-- CreateIndex
CREATE INDEX "tracker_view_developer_id_last_at_id_idx" ON "tracker_view"("developer_id", "last_at", "id");

-- CreateIndex
CREATE INDEX "tracker_view_viewer_id_idx" ON "tracker_view"("viewer_id");

-- CreateIndex
CREATE INDEX "tracker_view_workspace_id_idx" ON "tracker_view"("workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "tracker_view_developer_id_viewer_id_workspace_id_kind_day_key" ON "tracker_view"("developer_id", "viewer_id", "workspace_id", "kind", "day");

-- AddForeignKey
ALTER TABLE "tracker_erased_range" ADD CONSTRAINT "tracker_erased_range_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_view" ADD CONSTRAINT "tracker_view_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_view" ADD CONSTRAINT "tracker_view_viewer_id_fkey" FOREIGN KEY ("viewer_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracker_view" ADD CONSTRAINT "tracker_view_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
