-- CreateTable
CREATE TABLE "form" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "is_indexed" BOOLEAN NOT NULL DEFAULT false,
    "fields" JSONB NOT NULL DEFAULT '[]',
    "retired_fields" JSONB NOT NULL DEFAULT '[]',
    "submit_label" TEXT NOT NULL,
    "thank_you_text" TEXT NOT NULL,
    "redirect_url" TEXT,
    "closes_at" TIMESTAMPTZ(3),
    "responses_max" INTEGER,
    "destination" JSONB,
    "embed_origins" TEXT[],
    "proof_of_work" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "responses_count" INTEGER NOT NULL DEFAULT 0,
    "spam_count" INTEGER NOT NULL DEFAULT 0,
    "last_submitted_at" TIMESTAMPTZ(3),
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "form_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "form_submission" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "values" JSONB NOT NULL,
    "is_spam" BOOLEAN NOT NULL,
    "spam_reasons" TEXT[],
    "fingerprint" TEXT,
    "challenge" TEXT,
    "delivery_status" TEXT NOT NULL DEFAULT 'none',
    "delivery_record_id" UUID,
    "delivery_error" TEXT,
    "told_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "form_submission_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "form_upload" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "submission_id" UUID,
    "field_key" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "byte_size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "object_key" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "verified_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "form_upload_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "form_workspace_id_created_at_id_idx" ON "form"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "form_created_by_id_idx" ON "form"("created_by_id");

-- CreateIndex
CREATE INDEX "form_deleted_at_idx" ON "form"("deleted_at");

-- CreateIndex
CREATE UNIQUE INDEX "form_submission_challenge_key" ON "form_submission"("challenge");

-- CreateIndex
CREATE INDEX "form_submission_form_id_created_at_id_idx" ON "form_submission"("form_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "form_submission_form_id_is_spam_created_at_id_idx" ON "form_submission"("form_id", "is_spam", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "form_submission_form_id_fingerprint_created_at_idx" ON "form_submission"("form_id", "fingerprint", "created_at");

-- CreateIndex
CREATE INDEX "form_submission_workspace_id_idx" ON "form_submission"("workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "form_upload_object_key_key" ON "form_upload"("object_key");

-- CreateIndex
CREATE INDEX "form_upload_form_id_idx" ON "form_upload"("form_id");

-- CreateIndex
CREATE INDEX "form_upload_submission_id_idx" ON "form_upload"("submission_id");

-- CreateIndex
CREATE INDEX "form_upload_workspace_id_idx" ON "form_upload"("workspace_id");

-- CreateIndex
CREATE INDEX "form_upload_created_at_idx" ON "form_upload"("created_at");

-- AddForeignKey
ALTER TABLE "form" ADD CONSTRAINT "form_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form" ADD CONSTRAINT "form_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "developer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form_submission" ADD CONSTRAINT "form_submission_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form_submission" ADD CONSTRAINT "form_submission_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "form"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form_upload" ADD CONSTRAINT "form_upload_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form_upload" ADD CONSTRAINT "form_upload_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "form"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form_upload" ADD CONSTRAINT "form_upload_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "form_submission"("id") ON DELETE SET NULL ON UPDATE CASCADE;
