-- CreateTable
CREATE TABLE "job_schedule" (
    "name" TEXT NOT NULL,
    "done_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "job_schedule_pkey" PRIMARY KEY ("name")
);
