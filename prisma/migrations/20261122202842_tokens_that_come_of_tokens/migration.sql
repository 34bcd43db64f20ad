-- AlterTable
ALTER TABLE "api_token" ADD COLUMN     "ancestor_ids" UUID[] DEFAULT ARRAY[]::UUID[],
ADD COLUMN     "parent_id" UUID;

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "api_token"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
