-- CreateTable
CREATE TABLE "worker_heartbeat" (
    "worker_id" TEXT NOT NULL,
    "process_started_at" TIMESTAMPTZ(3) NOT NULL,
    "beat_at" TIMESTAMPTZ(3) NOT NULL,
    "running_jobs" INTEGER NOT NULL,
    "backend_pid" INTEGER NOT NULL,

    CONSTRAINT "worker_heartbeat_pkey" PRIMARY KEY ("worker_id")
);
