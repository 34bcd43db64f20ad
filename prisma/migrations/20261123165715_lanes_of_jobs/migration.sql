-- CreateTable
CREATE UNLOGGED TABLE "job_lane" (
    "lane" TEXT NOT NULL,
    "worker_id" TEXT NOT NULL,

    CONSTRAINT "job_lane_pkey" PRIMARY KEY ("lane")
);

-- CreateIndex
CREATE INDEX "job_lane_worker_id_idx" ON "job_lane"("worker_id");

-- AddForeignKey
ALTER TABLE "job_lane" ADD CONSTRAINT "job_lane_worker_id_fkey" FOREIGN KEY ("worker_id") REFERENCES "worker_heartbeat"("worker_id") ON DELETE CASCADE ON UPDATE CASCADE;
