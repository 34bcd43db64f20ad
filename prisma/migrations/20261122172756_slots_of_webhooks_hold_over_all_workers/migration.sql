-- CreateTable
CREATE TABLE "webhook_pace" (
    "webhook_id" UUID NOT NULL,
    "slots" INTEGER NOT NULL,
    "is_slow" BOOLEAN NOT NULL,

    CONSTRAINT "webhook_pace_pkey" PRIMARY KEY ("webhook_id")
);

-- CreateTable
CREATE UNLOGGED TABLE "webhook_lease" (
    "delivery_id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "worker_id" TEXT,
    "is_slow" BOOLEAN NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_lease_pkey" PRIMARY KEY ("delivery_id")
);

-- CreateIndex
CREATE INDEX "webhook_lease_workspace_id_webhook_id_idx" ON "webhook_lease"("workspace_id", "webhook_id");

-- CreateIndex
CREATE INDEX "webhook_lease_worker_id_idx" ON "webhook_lease"("worker_id");

-- AddForeignKey
ALTER TABLE "webhook_pace" ADD CONSTRAINT "webhook_pace_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_lease" ADD CONSTRAINT "webhook_lease_worker_id_fkey" FOREIGN KEY ("worker_id") REFERENCES "worker_heartbeat"("worker_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Leases come and go with every request: few rows, all of them new. Looked after more often than by their number.
ALTER TABLE "webhook_lease" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Takes deliveries that are due, each with a lease on one of its webhook's slots, as far as slots are free, and no
-- further than a workspace's share, and than the share of slow webhooks. Whoever asks for the same workspace at the same
-- time waits for this to be committed: locks are taken in the order of their keys, those of slow webhooks last.
-- `claims`: [{id, round, claimedUntil, now}]. A delivery that is not due is not among the rows; one whose webhook,
-- workspace or kind has no place left is, with `is_claimed` false.
CREATE FUNCTION claim_deliveries(
  claims jsonb, worker text, share int, slots_initial int, slow_after interval
) RETURNS TABLE (id uuid, is_claimed boolean, slots int) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  living text := (SELECT worker_id FROM worker_heartbeat WHERE worker_id = worker);
BEGIN
  PERFORM pg_advisory_xact_lock(wanted.key) FROM (
    SELECT DISTINCT hashtextextended('webhook-slots:' || w.workspace_id, 0) AS key
    FROM jsonb_to_recordset(claims) AS claim (id uuid)
    JOIN webhook_delivery d ON d.id = claim.id JOIN webhook w ON w.id = d.webhook_id
    ORDER BY 1
  ) wanted;
  PERFORM pg_advisory_xact_lock(hashtextextended('webhook-slots:slow', 0))
  FROM jsonb_to_recordset(claims) AS claim (id uuid)
  JOIN webhook_delivery d ON d.id = claim.id JOIN webhook w ON w.id = d.webhook_id
  LEFT JOIN webhook_pace p ON p.webhook_id = w.id
  WHERE p.is_slow OR EXISTS (
    SELECT FROM webhook_lease l WHERE l.workspace_id = w.workspace_id AND l.webhook_id = w.id
      AND l.taken_at < clock_timestamp() - slow_after)
  LIMIT 1;
  RETURN QUERY
  WITH claim AS (
    SELECT DISTINCT ON (given.id) given.* FROM ROWS FROM (
      jsonb_to_recordset(claims) AS (id uuid, round int, "claimedUntil" timestamptz, now timestamptz)
    ) WITH ORDINALITY AS given (id, round, until, now, position)
    JOIN webhook_delivery d ON d.id = given.id AND d.round = given.round
    ORDER BY given.id, given.position
  ), due AS (
    SELECT claim.*, d.webhook_id, w.workspace_id, COALESCE(p.slots, slots_initial) AS slots,
      COALESCE(p.is_slow, false) OR EXISTS (
        SELECT FROM webhook_lease l WHERE l.workspace_id = w.workspace_id AND l.webhook_id = w.id
          AND l.taken_at < claim.now - slow_after) AS is_slow
    FROM claim JOIN webhook_delivery d ON d.id = claim.id JOIN webhook w ON w.id = d.webhook_id AND w.is_active
    LEFT JOIN webhook_pace p ON p.webhook_id = w.id
    WHERE d.status = 'pending' AND d.body IS NOT NULL
      AND (d.next_retry_at IS NULL OR d.next_retry_at <= claim.now)
      AND (d.claimed_until IS NULL OR d.claimed_until <= claim.now)
  ), in_webhook AS (
    SELECT due.*, row_number() OVER (PARTITION BY webhook_id ORDER BY position) + (
        SELECT count(*) FROM webhook_lease l WHERE l.workspace_id = due.workspace_id
          AND l.webhook_id = due.webhook_id AND l.expires_at > due.now) <= due.slots AS fits
    FROM due
  ), in_workspace AS (
    SELECT in_webhook.*, row_number() OVER (PARTITION BY workspace_id ORDER BY position) + (
        SELECT count(*) FROM webhook_lease l WHERE l.workspace_id = in_webhook.workspace_id
          AND l.expires_at > in_webhook.now) <= share AS fits_share
    FROM in_webhook WHERE fits
  ), granted AS (
    SELECT in_share.* FROM (
      SELECT in_workspace.*, row_number() OVER (PARTITION BY is_slow ORDER BY position) AS nth
      FROM in_workspace WHERE fits_share
    ) in_share
    WHERE NOT is_slow OR nth + (
      SELECT count(*) FROM webhook_lease l
      WHERE l.expires_at > in_share.now AND (l.is_slow OR l.taken_at < in_share.now - slow_after)) <= share
  ), leased AS (
    INSERT INTO webhook_lease AS l (delivery_id, webhook_id, workspace_id, worker_id, is_slow, taken_at, expires_at)
    SELECT id, webhook_id, workspace_id, living, is_slow, now, until FROM granted
    ON CONFLICT (delivery_id) DO UPDATE SET worker_id = EXCLUDED.worker_id, is_slow = EXCLUDED.is_slow,
      taken_at = EXCLUDED.taken_at, expires_at = EXCLUDED.expires_at
  ), claimed AS (
    UPDATE webhook_delivery d SET claimed_until = granted.until FROM granted
    WHERE d.id = granted.id AND d.round = granted.round AND d.status = 'pending'
      AND (d.claimed_until IS NULL OR d.claimed_until <= granted.now)
    RETURNING d.id
  )
  SELECT due.id, claimed.id IS NOT NULL, due.slots
  FROM due LEFT JOIN granted USING (id) LEFT JOIN claimed USING (id)
  WHERE granted.id IS NULL OR claimed.id IS NOT NULL;
END
$$;
