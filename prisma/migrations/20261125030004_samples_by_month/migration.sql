-- The table of samples becomes one partition of a new one. Nothing here reads rows: the check is valid, and the indexes are
-- there. Its name, its columns and what is unique in it stay, so that processes of the version before go on.
LOCK TABLE "tracker_sample", "tracker_derivation" IN ACCESS EXCLUSIVE MODE;

-- From here on a trigger deletes derivations with their samples: a reference would have to contain the time.
ALTER TABLE "tracker_derivation" DROP CONSTRAINT "tracker_derivation_sample_id_fkey";
ALTER TABLE "tracker_sample" DROP CONSTRAINT "tracker_sample_pkey",
  ADD CONSTRAINT "tracker_sample_pkey" PRIMARY KEY USING INDEX "tracker_sample_id_ts_key";

-- CreateTable
CREATE TABLE "tracker_event_sample" (
    LIKE "tracker_sample" INCLUDING DEFAULTS,

    CONSTRAINT "tracker_event_sample_pkey" PRIMARY KEY ("id","ts")
) PARTITION BY RANGE ("ts");

-- CreateIndex
CREATE INDEX "tracker_event_sample_developer_id_ts_idx" ON "tracker_event_sample" ("developer_id", "ts");
CREATE INDEX "tracker_event_sample_point_idx" ON "tracker_event_sample" ("developer_id", "ts") WHERE "is_point";
CREATE INDEX "tracker_event_sample_import_id_idx" ON "tracker_event_sample" ("import_id") WHERE "import_id" IS NOT NULL;

-- What has a month of its own nowhere else. Nothing, unless nobody makes months for a quarter of a year.
CREATE TABLE "tracker_event_sample_other" PARTITION OF "tracker_event_sample" DEFAULT;

-- Makes the months that are missing between the last that there is and a time, and moves what waits for them elsewhere.
-- Uploads go on meanwhile: only who wants what has no month waits, and not for long.
CREATE FUNCTION tracker_make_months(until timestamptz) RETURNS int LANGUAGE plpgsql SET lock_timeout = '2s' SET timezone = 'UTC'
AS $$
DECLARE
  first timestamp;
  name text;
  made int := 0;
BEGIN
  -- Who makes or drops months at this moment does it for all: two at once would wait for each other's months.
  IF NOT pg_try_advisory_xact_lock(hashtext('tracker_event_sample months')) THEN RETURN 0; END IF;
  LOCK TABLE ONLY tracker_event_sample IN SHARE UPDATE EXCLUSIVE MODE;
  SELECT max(substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''\)')::timestamp) INTO first
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'tracker_event_sample'::regclass;
  WHILE first < until LOOP
    name := to_char(first, '"tracker_event_sample_"YYYY_MM');
    EXECUTE format('CREATE TABLE %I (LIKE tracker_event_sample INCLUDING ALL)', name);
    LOCK TABLE tracker_event_sample_other IN ACCESS EXCLUSIVE MODE;
    EXECUTE format('WITH moved AS (DELETE FROM tracker_event_sample_other WHERE ts >= %L AND ts < %L RETURNING *)
      INSERT INTO %I SELECT * FROM moved', first, first + interval '1 month', name);
    EXECUTE format('ALTER TABLE tracker_event_sample ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      name, first, first + interval '1 month');
    first := first + interval '1 month';
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;

-- Drops the months that ended by a time and hold nothing any more.
CREATE FUNCTION tracker_drop_months(ended_by timestamptz) RETURNS int LANGUAGE plpgsql SET lock_timeout = '2s' SET timezone = 'UTC'
AS $$
DECLARE
  month regclass;
  is_held boolean;
  dropped int := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('tracker_event_sample months')) THEN RETURN 0; END IF;
  FOR month IN
    SELECT c.oid::regclass
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'tracker_event_sample'::regclass AND c.oid <> 'tracker_sample'::regclass
      AND substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''\)')::timestamp <= ended_by
    ORDER BY c.relname
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', month) INTO is_held;
    CONTINUE WHEN is_held;
    -- As whoever stores samples: first the whole, then the month.
    LOCK TABLE ONLY tracker_event_sample IN ACCESS EXCLUSIVE MODE;
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', month) INTO is_held;
    CONTINUE WHEN is_held;
    EXECUTE format('DROP TABLE %s', month);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;

-- Postgres takes no statistics of partitioned tables by itself, which joins are planned by.
CREATE FUNCTION tracker_analyze_samples() RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('tracker_event_sample statistics')) THEN RETURN; END IF;
  ANALYZE tracker_event_sample, tracker_event_key;
END $$;

DO $$
DECLARE
  month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
  begins timestamptz;
BEGIN
  IF EXISTS (SELECT FROM tracker_sample) OR EXISTS (SELECT FROM developer) THEN
    SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''')::timestamptz INTO STRICT begins
    FROM pg_constraint WHERE conname = 'tracker_sample_months_check' AND conrelid = 'tracker_sample'::regclass;
  ELSE
    -- Where nobody has signed up yet, months begin at once: before the oldest sample that an upload may hold.
    begins := (month - interval '2 months') AT TIME ZONE 'UTC';
  END IF;
  EXECUTE format('ALTER TABLE tracker_event_sample ATTACH PARTITION tracker_sample FOR VALUES FROM (MINVALUE) TO (%L)', begins);
  PERFORM tracker_make_months((month + interval '4 months') AT TIME ZONE 'UTC');
END $$;
ALTER TABLE "tracker_sample" DROP CONSTRAINT "tracker_sample_months_check";

-- Whoever deletes samples deletes what was derived of them, and their keys. The version before deletes from tracker_sample.
CREATE FUNCTION tracker_sample_gone() RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  DELETE FROM tracker_derivation WHERE sample_id = ANY(ARRAY(SELECT id FROM gone));
  DELETE FROM tracker_event_key k USING gone g
  WHERE k.device_number = tracker_device_number(g.device_id) AND k.hash = tracker_event_hash(g.device_id, g.event_id);
  RETURN NULL;
END $$;
CREATE TRIGGER tracker_sample_gone AFTER DELETE ON "tracker_event_sample" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION tracker_sample_gone();
CREATE TRIGGER tracker_sample_gone AFTER DELETE ON "tracker_sample" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION tracker_sample_gone();
