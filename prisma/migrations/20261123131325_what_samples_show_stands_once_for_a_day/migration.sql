-- AlterTable
ALTER TABLE "tracker_sample" ADD COLUMN     "context_hash" UUID,
ALTER COLUMN "app_name" DROP NOT NULL,
ALTER COLUMN "bundle_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "tracker_context" (
    "developer_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "device_id" UUID NOT NULL,
    "hash" UUID NOT NULL,
    "app_name" TEXT NOT NULL,
    "bundle_id" TEXT NOT NULL,
    "window_title" TEXT,
    "file_path" TEXT,
    "repo" TEXT,
    "branch" TEXT,
    "terminal_cwd" TEXT,
    "last_command" TEXT,
    "editor_file" TEXT,
    "url" TEXT,
    "page_title" TEXT,
    "call_app" TEXT,

    CONSTRAINT "tracker_context_pkey" PRIMARY KEY ("developer_id","day","device_id","hash")
);

-- AddForeignKey
ALTER TABLE "tracker_context" ADD CONSTRAINT "tracker_context_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
