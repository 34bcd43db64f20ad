-- The ids of a device's events, for as long as their samples are kept: what tells a duplicate. Not in the samples, because a
-- unique index there would have to contain the time that they are partitioned by.
-- CreateTable
CREATE TABLE "tracker_event_key" (
    "ts" TIMESTAMPTZ(3) NOT NULL,
    "device_number" INTEGER NOT NULL,
    "hash" UUID NOT NULL,

    CONSTRAINT "tracker_event_key_pkey" PRIMARY KEY ("device_number","hash")
) PARTITION BY HASH ("device_number");

DO $$
BEGIN
  FOR part IN 0..31 LOOP
    EXECUTE format('CREATE TABLE tracker_event_key_%s PARTITION OF tracker_event_key FOR VALUES WITH (MODULUS 32, REMAINDER %s)',
      lpad(part::text, 2, '0'), part);
  END LOOP;
END $$;

-- Keeps the keys of a device together. Made of the device's id, so that it is known once the device is gone. Two devices
-- with one number harm nobody: the hash contains the id.
CREATE FUNCTION tracker_device_number(device_id uuid) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT ('x' || right(device_id::text, 8))::bit(32)::int $$;

CREATE FUNCTION tracker_event_hash(device_id uuid, event_id text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT md5(device_id::text || event_id)::uuid $$;
