-- Jobs may carry flags, by which workers count how many of a kind or of a workspace they run. Processes that still run
-- the code before this call the function without them.
DROP FUNCTION enqueue_job(text, jsonb, text, timestamptz, int, text);

CREATE FUNCTION enqueue_job(
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
  END IF;
  RETURN (graphile_worker.add_job(
    identifier => job_name, payload => job_payload::json, queue_name => queue, run_at => job_run_at,
    max_attempts => attempts_max, job_key => dedupe_key, flags => job_flags, job_key_mode => 'preserve_run_at'
  )).id;
END
$$;
