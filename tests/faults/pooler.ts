import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { enrolUploaders } from "@/tests/bench/uploads";
import { aBatch, send } from "@/tests/faults/ingest";
import { askUntilAnswered, furnish, until, withClient } from "@/tests/faults/support";
import { startPgBouncer } from "@/tests/support/pgbouncer";
import { type Service, startService } from "@/tests/support/service";
import { Subscriber } from "@/tests/support/subscriber";
import { needPackage } from "@/tests/support/system";

/*
 * The service's connections go through PgBouncer in transaction mode, five of the server's for all of them, and those of
 * the worker's engine and the migrations past it. Every upload must be answered at once, every change of a record reach
 * its subscriber, and the worker never be taken for dead.
 */

const UPLOADERS = 200;
const UPLOADS = 400;
const RECORDS = 200;
const IN_FLIGHT = 12;
const CONNECTIONS = 5;
const WAIT_MS = 240_000;

const workersOf = (service: Service) =>
  withClient(service, async (client) => {
    const { rows } = await client.query<{ id: string }>("SELECT worker_id AS id FROM worker_heartbeat");
    return rows.map(({ id }) => id).join();
  });

/** Calls `work` for each number below `count`, `IN_FLIGHT` at a time. */
async function crowded(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, one));
}

export default async function pooler(): Promise<boolean> {
  await needPackage("pgbouncer", "pgbouncer");
  const dataDir = await mkdtemp(path.join(tmpdir(), "wps-pooled-"));
  const postgres = await startEmbeddedPostgres(dataDir);
  const bouncer = await startPgBouncer(postgres.url, { mode: "transaction", size: CONNECTIONS });
  const subscriber = new Subscriber();
  await subscriber.listen();
  let service: Service | undefined;
  try {
    const running = await startService({
      DATABASE_URL: bouncer.url,
      DIRECT_DATABASE_URL: postgres.url,
      JWT_SECRET: "a-secret-of-the-faults-that-is-long-enough",
      ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
    });
    service = running;
    const uploaders = await withClient(running, (client) => enrolUploaders(client, UPLOADERS));
    const { workspaceId, token } = await withClient(running, furnish);
    const asked = askUntilAnswered(running, token, () => false);
    await asked("POST", "/webhooks", { workspace_id: workspaceId, url: subscriber.url, events: ["*"] });
    const worker = await workersOf(running);
    let [answered, unanswered] = [0, 0];
    const now = Date.now();
    await Promise.all([
      crowded(UPLOADS, async (number) => {
        const uploader = uploaders[number % UPLOADERS];
        if (!uploader) return;
        if (await send(running, aBatch(uploader, now))) answered += 1;
        else unanswered += 1;
      }),
      crowded(RECORDS, async (number) => {
        const values = { name: `Grün ${number}` };
        await asked("POST", `/workspaces/${workspaceId}/crm/objects/company/records`, { values });
      }),
    ]);
    const ids = () => new Set(subscriber.received.map(({ headers }) => String(headers["webhook-id"])));
    await until("Every delivery", WAIT_MS, () => ids().size >= RECORDS);
    const isSame = worker !== "" && worker === (await workersOf(running));
    const calledDead = /took over the jobs of dead workers|freed jobs of workers/.test(running.output());
    console.log(
      `pooler: uploads=${UPLOADS} answered=${answered} unanswered=${unanswered} sent=${RECORDS} kept=${ids().size} lost=${RECORDS - ids().size} doubled=${subscriber.received.length - ids().size} worker_called_dead=${calledDead || !isSame}`,
    );
    return unanswered === 0 && answered === UPLOADS && isSame && !calledDead;
  } catch (error) {
    console.error(service?.output());
    console.error(error);
    return false;
  } finally {
    await service?.stop();
    await subscriber.close();
    await bouncer.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
