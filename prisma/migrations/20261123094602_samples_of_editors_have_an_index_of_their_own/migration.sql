-- What editors sent is read from further back than other samples. Of most people there is none, which this index tells at once.
CREATE INDEX CONCURRENTLY "tracker_sample_point_idx" ON "tracker_sample" ("developer_id", "ts") WHERE "is_point";
