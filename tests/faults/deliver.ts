import { askUntilAnswered, furnish, until, withClient } from "@/tests/faults/support";
import { type Part, type Service, startService } from "@/tests/support/service";
import { Subscriber } from "@/tests/support/subscriber";

/*
 * 2,000 changes of CRM records, each asked for until it is answered, while every process of the service is killed with
 * kill -9. Every change that was committed must reach the subscriber, under one `webhook-id` however often it is sent.
 */

const RECORDS = 1_000;
const CHANGES = 2 * RECORDS;
const IN_FLIGHT = 4;
const VICTIMS: Part[] = ["worker", "web", "postgres", "worker", "launcher", "postgres", "worker", "web"];
const PROGRESS_WAIT_MS = 180_000;
const CATCH_UP_WAIT_MS = 300_000;

type Standing = {
  changes: number;
  without_delivery: number;
  deliveries: number;
  unsuccessful: number;
  attempts: number;
};

/** Compares committed changes with deliveries, in the database itself. */
function standing(service: Service): Promise<Standing> {
  return withClient(service, async (client) => {
    const { rows } = await client.query<Standing>(
      `WITH change AS (
         SELECT id, 'record.created' AS type FROM crm_record
         UNION ALL
         SELECT id, 'record.updated' FROM crm_record WHERE title LIKE 'Changed %'
       ), delivery AS (
         SELECT (body::jsonb #>> '{data,record_id}')::uuid AS record_id, event_type, status, attempt_number
         FROM webhook_delivery
       )
       SELECT (SELECT count(*)::int FROM change) AS changes,
         (SELECT count(*)::int FROM change c WHERE NOT EXISTS (
           SELECT FROM delivery d WHERE d.record_id = c.id AND d.event_type = c.type)) AS without_delivery,
         count(*)::int AS deliveries, (count(*) FILTER (WHERE status <> 'success'))::int AS unsuccessful,
         sum(attempt_number)::int AS attempts
       FROM delivery`,
    );
    if (!rows[0]) throw new Error("the comparison gave no row");
    return rows[0];
  });
}

function eventIds(service: Service): Promise<string[]> {
  return withClient(service, async (client) => {
    const { rows } = await client.query<{ id: string }>("SELECT event_id::text AS id FROM webhook_delivery");
    return rows.map(({ id }) => id);
  });
}

export default async function deliver(): Promise<boolean> {
  const subscriber = new Subscriber();
  await subscriber.listen();
  const service = await startService({ WEBHOOK_RETRY_INITIAL_SECONDS: "1" });
  let isOver = false;
  try {
    const { workspaceId, token } = await withClient(service, furnish);
    const asked = askUntilAnswered(service, token, () => isOver);
    await asked("POST", "/webhooks", { workspace_id: workspaceId, url: subscriber.url, events: ["*"] });
    const records = `/workspaces/${workspaceId}/crm/objects/company/records`;
    let changes = 0;
    let next = 0;
    const change = async () => {
      while (!isOver && next < RECORDS) {
        const number = next++;
        const { id } = await asked("POST", records, { values: { name: `Grün ${number}` } });
        changes += 1;
        await asked("PATCH", `${records}/${id}`, { values: { name: `Changed ${number}` } });
        changes += 1;
      }
    };
    const changing = Promise.all(Array.from({ length: IN_FLIGHT }, change));
    changing.catch(() => {
      isOver = true;
    });
    const step = CHANGES / (VICTIMS.length + 1);
    for (const [i, victim] of VICTIMS.entries()) {
      await until(`Change ${step * (i + 1)}`, PROGRESS_WAIT_MS, () => isOver || changes >= step * (i + 1));
      await service.kill(victim);
      if (victim === "launcher") await service.start();
      console.log(`${victim} killed after ${changes} changes and ${subscriber.received.length} requests`);
    }
    await changing;
    await until("Every delivery", CATCH_UP_WAIT_MS, async () => (await standing(service)).unsuccessful === 0);
    const found = await standing(service);
    const seen = new Map<string, Set<string>>();
    let foreign = 0;
    for (const { headers, raw } of subscriber.received) {
      const id = String(headers["webhook-id"]);
      if (JSON.parse(raw.toString()).id !== id) foreign += 1;
      const deliveries = seen.get(id) ?? new Set();
      seen.set(id, deliveries.add(String(headers["x-svc-delivery"])));
    }
    const unseen = (await eventIds(service)).filter((id) => !seen.has(id)).length;
    const split = [...seen.values()].filter(({ size }) => size !== 1).length;
    const twice = subscriber.received.length - seen.size;
    console.log(
      `faults: answered=${changes} changes=${found.changes} without_delivery=${found.without_delivery} deliveries=${found.deliveries} unsuccessful=${found.unsuccessful} attempts=${found.attempts} requests=${subscriber.received.length} twice=${twice} unseen=${unseen} under_two_ids=${split + foreign}`,
    );
    return (
      changes === CHANGES &&
      found.changes >= CHANGES &&
      found.without_delivery === 0 &&
      found.unsuccessful === 0 &&
      unseen === 0 &&
      split + foreign === 0
    );
  } catch (error) {
    console.error(service.output());
    console.error(error);
    return false;
  } finally {
    isOver = true;
    await service.stop();
    await subscriber.close();
  }
}
