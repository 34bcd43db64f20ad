-- CreateTable
CREATE TABLE "tracker_rejection" (
    "device_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "tracker_rejection_pkey" PRIMARY KEY ("device_id","hour","reason")
);

-- AddForeignKey
ALTER TABLE "tracker_rejection" ADD CONSTRAINT "tracker_rejection_device_id_fkey" FOREIGN KEY ("device_id") REFERENCES "tracker_device"("id") ON DELETE CASCADE ON UPDATE CASCADE;
