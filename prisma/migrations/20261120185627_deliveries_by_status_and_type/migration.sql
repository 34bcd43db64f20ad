-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_id_status_event_type_created_at_id_idx" ON "webhook_delivery"("webhook_id", "status", "event_type", "created_at" DESC, "id" DESC);
