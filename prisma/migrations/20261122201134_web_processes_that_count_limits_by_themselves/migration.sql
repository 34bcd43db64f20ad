-- CreateTable
CREATE TABLE "limit_counter" (
    "process_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "limit_counter_pkey" PRIMARY KEY ("process_id")
);
