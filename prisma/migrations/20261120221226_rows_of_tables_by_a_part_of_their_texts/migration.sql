-- CreateIndex
CREATE INDEX "data_row_table_id_search_idx" ON "data_row" USING GIN ("table_id" uuid_ops, "search" gin_trgm_ops);
