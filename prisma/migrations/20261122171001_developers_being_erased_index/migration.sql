-- CreateIndex
CREATE INDEX CONCURRENTLY "developer_erasing_at_idx" ON "developer"("erasing_at");
