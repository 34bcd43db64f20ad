-- In a file of its own, because the lock of ADD COLUMN would keep everyone waiting for as long as this takes: one look into
-- the keys of events for each screenshot. It locks their rows alone.
UPDATE "tracker_evidence" e SET "taken_at" = coalesce(
  (SELECT k.ts FROM "tracker_event_key" k
   WHERE k.device_number = tracker_device_number(e.device_id) AND k.hash = tracker_event_hash(e.device_id, e.event_id)),
  (SELECT max(s.ts) FROM "tracker_sample" s WHERE s.device_id = e.device_id AND s.event_id = e.event_id),
  e.created_at);
