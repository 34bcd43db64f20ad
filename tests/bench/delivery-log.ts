import { randomUUID } from "node:crypto";
import { withDatabase } from "@/tests/bench/database";

/* The log of a webhook with 1,000,000 deliveries: pages of it under each filter, through the route. */

const DELIVERIES = 1_000_000;
const READS = 60;
const PAGES = 3;

async function measure(): Promise<void> {
  const { closeDatabase, db, pool } = await import("@/lib/platform/database");
  const { issueJwt } = await import("@/lib/identity/jwt");
  const { GET } = await import(
    "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/deliveries/route"
  );
  const [workspaceId, webhookId, developerId] = [randomUUID(), randomUUID(), randomUUID()];
  const at = new Date();
  await db().developer.create({ data: { id: developerId, name: "Bench", email: "bench@example.com" } });
  await db().workspace.create({ data: { id: workspaceId, name: "Bench", slug: "bench" } });
  await db().workspaceMember.create({ data: { workspaceId, developerId, role: "owner" } });
  await db().webhook.create({
    data: {
      id: webhookId,
      workspaceId,
      url: "https://example.com/hook",
      events: ["*"],
      secretEncrypted: "x",
      createdAt: at,
      updatedAt: at,
    },
  });
  // Failures are of two types only, and one type never failed: a filter by both must not search through either.
  await pool().query(
    `WITH delivery AS (
       INSERT INTO webhook_delivery (id, webhook_id, event_id, event_type, body, status, attempt_number, created_at)
       SELECT gen_random_uuid(), $1, gen_random_uuid(), CASE WHEN n % 2 = 0 THEN 'record.created'
           WHEN n % 1000 = 1 THEN 'record.deleted' ELSE 'record.updated' END,
         '{"data":{"n":' || n || '}}', CASE WHEN n % 2 = 0 THEN 'success' ELSE 'failed' END, 1,
         now() - n * interval '1 second'
       FROM generate_series(1, $2::int) n RETURNING id, created_at
     )
     INSERT INTO webhook_attempt (delivery_id, number, url, signature, webhook_signature, status_code, response_body,
       duration_ms, started_at)
     SELECT id, 1, 'https://example.com/hook', 's', 'w', 200, 'ok', 12, created_at FROM delivery`,
    [webhookId, DELIVERIES],
  );
  await pool().query("VACUUM ANALYZE webhook_delivery, webhook_attempt");
  const bearer = await issueJwt(developerId, at);
  const params = Promise.resolve({ workspace_id: workspaceId, webhook_id: webhookId });

  const filters: Record<string, string> = {
    all: "",
    failed: "status=failed",
    of_a_type: "event_type=record.deleted",
    failed_of_a_type: "status=failed&event_type=record.deleted",
    none_such: "status=success&event_type=record.updated",
    since: `since=${new Date(at.getTime() - 3_600_000).toISOString()}`,
    long_since: `status=failed&since=${new Date(0).toISOString()}`,
  };
  const worst: number[] = [];
  for (const [name, query] of Object.entries(filters)) {
    const tookMs: number[] = [];
    for (let read = 0; read < READS; read++) {
      let url = `http://localhost:3000/deliveries?${query}`;
      for (let page = 0; page < PAGES; page++) {
        const began = performance.now();
        const headers = { authorization: `Bearer ${bearer}` };
        const answer = await GET(new Request(url, { headers }), { params });
        await answer.text();
        tookMs.push(performance.now() - began);
        const next = /<([^>]+)>/.exec(answer.headers.get("link") ?? "")?.[1];
        if (!next) break;
        url = new URL(next, url).href;
      }
    }
    const p95 = tookMs.toSorted((a, b) => a - b)[Math.floor(tookMs.length * 0.95)] ?? Number.NaN;
    console.log(`${name}: p95_ms=${p95.toFixed(1)}`);
    worst.push(p95);
  }
  await closeDatabase();
  console.log(`delivery-log: rows=${DELIVERIES} worst_p95_ms=${Math.max(...worst).toFixed(1)}`);
}

export default function deliveryLog(): Promise<void> {
  return withDatabase(measure);
}
