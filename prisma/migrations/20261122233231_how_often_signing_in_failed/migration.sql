-- CreateTable
CREATE TABLE "sign_in_problem" (
    "provider" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_problem_pkey" PRIMARY KEY ("provider","reason","hour")
);
