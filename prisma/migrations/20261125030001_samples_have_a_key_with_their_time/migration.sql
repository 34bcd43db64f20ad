-- CreateIndex
CREATE UNIQUE INDEX CONCURRENTLY "tracker_sample_id_ts_key" ON "tracker_sample" ("id", "ts");
