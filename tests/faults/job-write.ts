import { askUntilAnswered, furnish, until, withClient } from "@/tests/faults/support";
import { type Service, startService } from "@/tests/support/service";
import { Subscriber } from "@/tests/support/subscriber";

/*
 * 300 new records, each of which a webhook tells of, while the database refuses to write down once that jobs are done,
 * once that one failed, and once more that they are done. No job may be lost, and jobs must run again by themselves.
 */

const RECORDS = 300;
const IN_FLIGHT = 2;
const WAIT_MS = 240_000;

/** What is refused once: the writing down of a job that is done, or of one that failed. */
const REFUSALS = ["DELETE", "UPDATE OF last_error", "DELETE"];

/** Makes the next such write fail, and no other. A sequence counts what was rolled back too. */
function refuseOnce(service: Service, write: string): Promise<unknown> {
  return withClient(service, (client) =>
    client.query(`
      CREATE SEQUENCE IF NOT EXISTS faults_refused;
      CREATE OR REPLACE FUNCTION faults_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF nextval('faults_refused') = 1 THEN RAISE 'the write was refused'; END IF;
          RETURN COALESCE(NEW, OLD);
        END $$;
      DROP TRIGGER IF EXISTS faults_refuse ON graphile_worker._private_jobs;
      ALTER SEQUENCE faults_refused RESTART;
      CREATE TRIGGER faults_refuse BEFORE ${write} ON graphile_worker._private_jobs
        FOR EACH ROW EXECUTE FUNCTION faults_refuse()`),
  );
}

function number(service: Service, sql: string): Promise<number> {
  return withClient(service, async (client) => Number((await client.query(sql)).rows[0]?.n));
}

const wasRefused = (service: Service) =>
  number(service, "SELECT is_called::int AS n FROM faults_refused").then((n) => n === 1);

/** A job that fails at once: its payload is none. */
const addFailingJob = (service: Service) =>
  withClient(service, (client) =>
    client.query("SELECT graphile_worker.add_job('webhooks.deliver', '{}', max_attempts => 1)"),
  );

export default async function jobWrite(): Promise<boolean> {
  const subscriber = new Subscriber();
  await subscriber.listen();
  const service = await startService({ WEBHOOK_RETRY_INITIAL_SECONDS: "1" });
  let isOver = false;
  try {
    const { workspaceId, token } = await withClient(service, furnish);
    const asked = askUntilAnswered(service, token, () => isOver);
    await asked("POST", "/webhooks", { workspace_id: workspaceId, url: subscriber.url, events: ["*"] });
    let sent = 0;
    let next = 0;
    const send = async () => {
      while (!isOver && next < RECORDS) {
        next += 1;
        await asked("POST", `/workspaces/${workspaceId}/crm/objects/company/records`, {
          values: { name: `Grün ${next}` },
        });
        sent += 1;
      }
    };
    const sending = Promise.all(Array.from({ length: IN_FLIGHT }, send));
    sending.catch(() => {
      isOver = true;
    });
    let lastWorker = await service.pid("worker");
    let workers = 1;
    let seconds = 0;
    for (const [i, write] of REFUSALS.entries()) {
      const share = ((i + 1) * RECORDS) / (REFUSALS.length + 1);
      await until(`Record ${share}`, WAIT_MS, () => isOver || sent >= share);
      await refuseOnce(service, write);
      if (write !== "DELETE") await addFailingJob(service);
      await until("A refused write", WAIT_MS, () => wasRefused(service));
      const refusedAt = performance.now();
      await until("Another worker", WAIT_MS, async () => {
        const pid = await service.pid("worker").catch(() => lastWorker);
        if (pid === lastWorker) return false;
        lastWorker = pid;
        workers += 1;
        return true;
      });
      const before = subscriber.received.length;
      await asked("POST", `/workspaces/${workspaceId}/crm/objects/company/records`, {
        values: { name: `After refusal ${i}` },
      });
      sent += 1;
      await until("A job after the refusal", WAIT_MS, () => subscriber.received.length > before);
      seconds = Math.max(seconds, (performance.now() - refusedAt) / 1000);
    }
    await sending;
    const waiting = "SELECT count(*) AS n FROM webhook_delivery WHERE status <> 'success'";
    await until("Every delivery", WAIT_MS, async () => (await number(service, waiting)) === 0);
    const left = `SELECT count(*) AS n FROM graphile_worker._private_jobs j
      JOIN graphile_worker._private_tasks t ON t.id = j.task_id
      WHERE t.identifier = 'webhooks.deliver' AND j.is_available`;
    await until("Every job", WAIT_MS, async () => (await number(service, left)) === 0);
    const ids = subscriber.received.map(({ headers }) => String(headers["webhook-id"]));
    const kept = new Set(ids).size;
    console.log(
      `job-write: sent=${sent} kept=${kept} lost=${sent - kept} doubled=${ids.length - kept} refused=${REFUSALS.length} workers=${workers} seconds_until_all_runs=${seconds.toFixed(1)}`,
    );
    return sent === RECORDS + REFUSALS.length && kept === sent && workers === REFUSALS.length + 1;
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
