-- AlterTable
ALTER TABLE "form" ADD COLUMN     "sends_receipt" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "told_responses" INTEGER;

-- By a statement of its own: forms that are there already have none.
ALTER TABLE "form" ALTER COLUMN "told_responses" SET DEFAULT 0;

-- CreateTable
CREATE TABLE "form_news" (
    "form_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "form_news_pkey" PRIMARY KEY ("form_id")
);

-- CreateIndex
CREATE INDEX "form_news_created_at_idx" ON "form_news"("created_at");

-- AddForeignKey
ALTER TABLE "form_news" ADD CONSTRAINT "form_news_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "form"("id") ON DELETE CASCADE ON UPDATE CASCADE;
