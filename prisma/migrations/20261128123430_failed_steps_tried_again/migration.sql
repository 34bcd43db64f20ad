-- CreateTable
CREATE TABLE "sequence_step_retry" (
    "enrollment_id" UUID NOT NULL,
    "step_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sequence_step_retry_pkey" PRIMARY KEY ("enrollment_id","step_id")
);

-- CreateIndex
CREATE INDEX "sequence_step_retry_workspace_id_due_at_idx" ON "sequence_step_retry"("workspace_id", "due_at");

-- AddForeignKey
ALTER TABLE "sequence_step_retry" ADD CONSTRAINT "sequence_step_retry_enrollment_id_step_id_fkey" FOREIGN KEY ("enrollment_id", "step_id") REFERENCES "sequence_step_done"("enrollment_id", "step_id") ON DELETE CASCADE ON UPDATE CASCADE;
