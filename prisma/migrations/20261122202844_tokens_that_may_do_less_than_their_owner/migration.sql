-- AlterTable
ALTER TABLE "api_token" ADD COLUMN     "has_all_permissions" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "is_read_only" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "permissions" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "workspace_id" UUID;

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
