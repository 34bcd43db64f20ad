-- DropIndex
DROP INDEX "job_outbox_run_at_idx";

-- AlterTable
ALTER TABLE "job_outbox" ADD COLUMN     "claimed_until" TIMESTAMPTZ(3);

-- CreateIndex
CREATE UNIQUE INDEX "job_outbox_dedupe_key_key" ON "job_outbox"("dedupe_key");

-- Adds a job to the embedded engine. A job that waits with the same key is only held until the caller's transaction
-- ends (FOR SHARE, and workers skip held rows), so that it can't start before it can see what the caller wrote. Unlike
-- add_job's own way, callers with the same key do not wait for each other, and nobody is notified of nothing new.
-- The body is resolved when it runs: the graphile_worker schema may be installed later.
CREATE FUNCTION enqueue_job(
  job_name text, job_payload jsonb, queue text, job_run_at timestamptz, attempts_max int, dedupe_key text
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
    max_attempts => attempts_max, job_key => dedupe_key, job_key_mode => 'preserve_run_at'
  )).id;
END
$$;

-- The same for the Inngest engine: the row is sent after the commit. A sender skips rows that a caller still holds.
CREATE FUNCTION enqueue_to_outbox(
  job_name text, event_data jsonb, event_dedupe_key text, event_run_at timestamptz
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  waiting_id bigint;
BEGIN
  IF event_dedupe_key IS NOT NULL THEN
    SELECT waiting.id INTO waiting_id FROM job_outbox AS waiting WHERE waiting.dedupe_key = event_dedupe_key FOR SHARE;
    IF FOUND THEN RETURN waiting_id; END IF;
  END IF;
  INSERT INTO job_outbox (name, payload, dedupe_key, run_at)
  VALUES (job_name, event_data, event_dedupe_key, event_run_at)
  ON CONFLICT (dedupe_key) DO UPDATE SET dedupe_key = excluded.dedupe_key
  RETURNING id INTO waiting_id;
  RETURN waiting_id;
END
$$;
