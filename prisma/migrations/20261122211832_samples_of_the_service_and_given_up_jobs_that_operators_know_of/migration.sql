-- CreateTable
CREATE TABLE "service_sample" (
    "taken_at" TIMESTAMPTZ(3) NOT NULL,
    "due_jobs" INTEGER NOT NULL,
    "job_lag_s" INTEGER NOT NULL,
    "pending_deliveries" INTEGER NOT NULL,
    "delivery_age_s" INTEGER NOT NULL,
    "enrichment_hours" INTEGER NOT NULL,
    "enrichment_lag_s" INTEGER NOT NULL,

    CONSTRAINT "service_sample_pkey" PRIMARY KEY ("taken_at")
);

-- CreateTable
CREATE TABLE "given_up_job" (
    "job_id" BIGINT NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "given_up_job_pkey" PRIMARY KEY ("job_id")
);
