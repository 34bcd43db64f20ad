/**
 * The webhooks that have anything to send, as the recursive CTE `step (id)`, whose last row is null. It jumps from one
 * webhook to the next in the index of pending deliveries, so idle webhooks cost nothing, nor does it matter how much
 * the others have.
 */
export const BUSY_STEPS = `step (id) AS (
    (SELECT webhook_id FROM webhook_delivery WHERE status = 'pending' ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.webhook_id FROM webhook_delivery d WHERE d.status = 'pending' AND d.webhook_id > step.id
      ORDER BY d.webhook_id LIMIT 1)
    FROM step WHERE step.id IS NOT NULL
  )`;
