-- CreateTable
CREATE TABLE "email_suppression_lift" (
    "address_key" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_suppression_lift_pkey" PRIMARY KEY ("address_key","workspace_id")
);

-- CreateIndex
CREATE INDEX "email_suppression_lift_workspace_id_idx" ON "email_suppression_lift"("workspace_id");

-- AddForeignKey
ALTER TABLE "email_suppression_lift" ADD CONSTRAINT "email_suppression_lift_address_key_fkey" FOREIGN KEY ("address_key") REFERENCES "email_suppression"("address_key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_suppression_lift" ADD CONSTRAINT "email_suppression_lift_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
