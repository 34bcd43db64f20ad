-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "actor_id" UUID;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
