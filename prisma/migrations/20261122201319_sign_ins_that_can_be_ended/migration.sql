-- AlterTable
ALTER TABLE "auth_flow" ADD COLUMN     "client" TEXT;

-- AlterTable
ALTER TABLE "developer" ADD COLUMN     "tokens_valid_after" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "developer_session" (
    "id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "provider" TEXT,
    "client" TEXT,
    "user_agent" TEXT,
    "ip" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "developer_session_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "developer_session_developer_id_created_at_id_idx" ON "developer_session"("developer_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "developer_session_expires_at_idx" ON "developer_session"("expires_at");

-- AddForeignKey
ALTER TABLE "developer_session" ADD CONSTRAINT "developer_session_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
