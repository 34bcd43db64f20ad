-- CreateIndex
CREATE INDEX CONCURRENTLY "webhook_failing_since_idx" ON "webhook"("failing_since");
