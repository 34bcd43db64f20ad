-- AlterTable
ALTER TABLE "tracker_editor_key" ADD COLUMN     "token_id" UUID;

-- AddForeignKey
ALTER TABLE "tracker_editor_key" ADD CONSTRAINT "tracker_editor_key_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "api_token"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
