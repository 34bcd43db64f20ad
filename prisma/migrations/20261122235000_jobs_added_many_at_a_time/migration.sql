-- Adds many jobs to the embedded engine, each as `enqueue_job` does, in a few statements and with one notice to the
-- workers. `specs`: [{name, payload, queue, wait_ms, attempts_max, key, flags}], of which `queue`, `wait_ms`, `key` and
-- `flags` may be null. Rows are locked in the order of their keys; of two with one key the first counts.
-- @returns how many were given
-- The body is resolved when it runs: the graphile_worker schema may be installed later.
CREATE FUNCTION enqueue_jobs(specs jsonb) RETURNS int LANGUAGE plpgsql AS $$
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
