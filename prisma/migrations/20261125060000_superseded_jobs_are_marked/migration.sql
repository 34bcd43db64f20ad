-- A job that is added while one with its key runs supersedes that one, which is never tried again, because the new one
-- does its work. graphile-worker uses its attempts up for that, so it looked given up if it failed or its worker was
-- killed. A flag tells it apart now; it counts against no place, because the job has been taken already.
-- The bodies are resolved when they run: the graphile_worker schema may be installed later. Takes no lock on a table.
CREATE FUNCTION mark_superseded(job_keys text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE graphile_worker._private_jobs SET flags = COALESCE(flags, '{}') || '{"superseded": true}'
  WHERE id = ANY (ARRAY(
    SELECT id FROM graphile_worker._private_jobs
    WHERE key = ANY (job_keys) AND (is_available OR locked_at IS NOT NULL)
    ORDER BY key FOR UPDATE
  ));
END
$$;

CREATE OR REPLACE FUNCTION enqueue_job(
  job_name text, job_payload jsonb, queue text, job_run_at timestamptz, attempts_max int, dedupe_key text,
  job_flags text[] DEFAULT NULL
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  waiting_id bigint;
BEGIN
  IF dedupe_key IS NOT NULL THEN
    SELECT waiting.id INTO waiting_id FROM graphile_worker._private_jobs AS waiting
    WHERE waiting.key = dedupe_key AND waiting.is_available AND waiting.attempts = 0
    FOR SHARE;
    IF FOUND THEN RETURN waiting_id; END IF;
    PERFORM mark_superseded(ARRAY[dedupe_key]);
  END IF;
  RETURN (graphile_worker.add_job(
    identifier => job_name, payload => job_payload::json, queue_name => queue, run_at => job_run_at,
    max_attempts => attempts_max, job_key => dedupe_key, flags => job_flags, job_key_mode => 'preserve_run_at'
  )).id;
END
$$;

CREATE OR REPLACE FUNCTION enqueue_jobs(specs jsonb) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  waiting text[];
  new_specs jsonb;
BEGIN
  SELECT array_agg(held.key) INTO waiting FROM (
    SELECT j.key FROM graphile_worker._private_jobs j
    WHERE j.key = ANY (ARRAY(SELECT spec ->> 'key' FROM jsonb_array_elements(specs) spec))
      AND j.is_available AND j.attempts = 0
    ORDER BY j.key FOR SHARE
  ) held;
  SELECT jsonb_agg(spec ORDER BY key) INTO new_specs FROM (
    SELECT DISTINCT ON (key) key, spec FROM (
      SELECT COALESCE(spec ->> 'key', '#' || nth) AS key, nth, spec
      FROM jsonb_array_elements(specs) WITH ORDINALITY AS given (spec, nth)
    ) keyed
    WHERE key <> ALL (COALESCE(waiting, '{}'))
    ORDER BY key, nth
  ) distinct_specs;
  IF new_specs IS NOT NULL THEN
    PERFORM mark_superseded(ARRAY(SELECT spec ->> 'key' FROM jsonb_array_elements(new_specs) spec));
    PERFORM graphile_worker.add_jobs(ARRAY(
      SELECT ROW (
        spec ->> 'name', (spec -> 'payload')::json, spec ->> 'queue',
        now() + COALESCE((spec ->> 'wait_ms')::float8, 0) * interval '1 ms', (spec ->> 'attempts_max')::int,
        spec ->> 'key', NULL,
        CASE WHEN jsonb_typeof(spec -> 'flags') = 'array' THEN ARRAY(SELECT jsonb_array_elements_text(spec -> 'flags')) END
      )::graphile_worker.job_spec
      FROM jsonb_array_elements(new_specs) spec
    ), true);
  END IF;
  RETURN COALESCE(jsonb_array_length(specs), 0);
END
$$;
