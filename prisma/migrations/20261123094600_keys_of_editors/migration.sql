-- CreateTable
CREATE TABLE "tracker_editor_key" (
    "device_id" UUID NOT NULL,
    "key_hash" TEXT NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tracker_editor_key_pkey" PRIMARY KEY ("device_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tracker_editor_key_key_hash_key" ON "tracker_editor_key"("key_hash");

-- AddForeignKey
ALTER TABLE "tracker_editor_key" ADD CONSTRAINT "tracker_editor_key_device_id_fkey" FOREIGN KEY ("device_id") REFERENCES "tracker_device"("id") ON DELETE CASCADE ON UPDATE CASCADE;
