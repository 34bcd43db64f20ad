-- CreateIndex
CREATE INDEX CONCURRENTLY "webhook_failing_told_at_idx" ON "webhook"("failing_told_at");
