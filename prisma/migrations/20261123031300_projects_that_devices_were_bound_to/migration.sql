-- CreateTable
CREATE TABLE "tracker_past_binding" (
    "device_id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "project_id" UUID NOT NULL,

    CONSTRAINT "tracker_past_binding_pkey" PRIMARY KEY ("device_id","until")
);

-- AddForeignKey
ALTER TABLE "tracker_past_binding" ADD CONSTRAINT "tracker_past_binding_device_id_fkey" FOREIGN KEY ("device_id") REFERENCES "tracker_device"("id") ON DELETE CASCADE ON UPDATE CASCADE;
