import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { MINUTE_MS } from "@/lib/platform/limits";
import { signIn } from "@/lib/server/demo/sign-in";
import { enrolUploaders, type Uploader } from "@/tests/bench/uploads";
import { furnish, RETRY_MS, withClient } from "@/tests/faults/support";
import { signatureOf } from "@/tests/support/code-host-webhooks";
import type { Service } from "@/tests/support/service";
import { Subscriber } from "@/tests/support/subscriber";

/*
 * A load that keeps account of itself: records that a subscriber hears of, batches of samples, and deliveries of the
 * code host, each asked for until it is answered. What was answered must be kept, once, and have its effect.
 */

export const CODE_HOST_SECRET = "a-webhook-secret-of-the-faults";

const UPLOADERS = 40;
const EVENTS_PER_BATCH = 5;
const PAUSE_MS = 100;
/** From here on back all quarters of an hour are over, and derived at once. */
const ENDED_MINUTES = 16;
/** Samples fall into few hours, so that deriving them keeps up. */
const SPREAD_MINUTES = 100;
const ANSWER_WAIT_MS = 15_000;
const AGAIN_WAIT_MS = 240_000;
const SETTLE_WAIT_MS = 240_000;

export type Account = {
  /** What was answered as done. */
  sent: number;
  /** Of that, what is there with its effect: stored, delivered, derived, processed. */
  kept: number;
  lost: number;
  /** What is stored twice. */
  doubled: number;
  /** Requests that the subscriber got once more: allowed, because each carries the same `webhook-id`. */
  sentAgain: number;
  /** Tries that were not answered, or with a 5xx: clients had to ask again. */
  unanswered: number;
};

type Furniture = { workspaceId: string; token: string; repositoryId: number; uploaders: Uploader[] };

async function furnishLoad(client: pg.Client): Promise<Furniture> {
  const { workspaceId, developerId, token } = await furnish(client);
  const repositoryId = randomInt(1, 2 ** 40);
  await client.query(
    `INSERT INTO workspace_repository (id, workspace_id, external_id, full_name, default_branch, is_private,
       adopted_by_developer_id, updated_at) VALUES (gen_random_uuid(), $1, $2, $3, 'main', false, $4, now())`,
    [workspaceId, String(repositoryId), `acme/faults-${repositoryId}`, developerId],
  );
  return { workspaceId, token, repositoryId, uploaders: await enrolUploaders(client, UPLOADERS) };
}

/** What was answered, by what it is found again: names of records, ids of events and of deliveries. */
type Answered = { records: string[]; events: [string, string][]; pushes: string[] };

type Found = {
  records: number;
  records_twice: number;
  unsuccessful: number;
  events: number;
  events_twice: number;
  underived: number;
  pushes: number;
  pushes_twice: number;
  waiting: number;
};

/** Compares what was answered with what is there, in the database itself. */
async function compare(client: pg.Client, workspaceId: string, answered: Answered): Promise<Found> {
  const { rows } = await client.query<Found>(
    `WITH name AS (SELECT unnest($2::text[]) AS title),
       record AS (
         SELECT n.title, count(r.id) AS times FROM name n
         LEFT JOIN crm_record r ON r.workspace_id = $1 AND r.title = n.title GROUP BY 1),
       event AS (SELECT (x->>0)::uuid AS device_id, x->>1 AS event_id FROM jsonb_array_elements($3::jsonb) AS x),
       sample AS (
         SELECT e.device_id, e.event_id, count(s.id) AS times, count(d.sample_id) AS derived FROM event e
         LEFT JOIN tracker_event_sample s ON s.device_id = e.device_id AND s.event_id = e.event_id
         LEFT JOIN tracker_derivation d ON d.sample_id = s.id GROUP BY 1, 2),
       push AS (
         SELECT p.id, count(d.external_id) FILTER (WHERE d.status = 'processed') AS times,
           count(d.external_id) FILTER (WHERE d.status <> 'processed') AS waiting
         FROM unnest($4::text[]) AS p(id) LEFT JOIN inbound_delivery d ON d.external_id = p.id GROUP BY 1)
     SELECT (SELECT count(*) FROM record WHERE times > 0)::int AS records,
       (SELECT count(*) FROM record WHERE times > 1)::int AS records_twice,
       (SELECT count(*) FROM webhook_delivery w JOIN webhook h ON h.id = w.webhook_id
        WHERE h.workspace_id = $1 AND w.status <> 'success')::int AS unsuccessful,
       (SELECT count(*) FROM sample WHERE times > 0)::int AS events,
       (SELECT count(*) FROM sample WHERE times > 1)::int AS events_twice,
       (SELECT count(*) FROM sample WHERE derived < times)::int AS underived,
       (SELECT count(*) FROM push WHERE times > 0)::int AS pushes,
       (SELECT count(*) FROM push WHERE times > 1)::int AS pushes_twice,
       (SELECT coalesce(sum(waiting), 0) FROM push)::int AS waiting`,
    [workspaceId, answered.records, JSON.stringify(answered.events), answered.pushes],
  );
  if (!rows[0]) throw new Error("the comparison gave no row");
  return rows[0];
}

/** A load on a running service, in a workspace of its own. */
export class Load {
  private readonly answered: Answered = { records: [], events: [], pushes: [] };
  private unanswered = 0;
  private isOver = false;
  private next = 0;
  private loops: Promise<unknown> = Promise.resolve();
  private readonly subscriber = new Subscriber();

  private constructor(
    private readonly service: Service,
    private readonly furniture: Furniture,
  ) {}

  /** Makes the workspace with its webhook, and starts the load. */
  static async begin(service: Service): Promise<Load> {
    const load = new Load(service, await withClient(service, furnishLoad));
    await load.subscriber.listen();
    const { workspaceId } = load.furniture;
    await load.post("/webhooks", { workspace_id: workspaceId, url: load.subscriber.url, events: ["*"] });
    load.loops = Promise.all([
      load.again(() => load.makeRecord()),
      load.again(() => load.upload()),
      load.again(() => load.push()),
    ]);
    load.loops.catch(() => {});
    return load;
  }

  get unansweredTries(): number {
    return this.unanswered;
  }

  private async again(work: () => Promise<unknown>): Promise<void> {
    while (!this.isOver) {
      await work();
      await sleep(PAUSE_MS);
    }
  }

  /** Asks until it is answered. @throws when the service refuses what is right */
  private async post(
    path: string,
    body: object | string,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    for (;;) {
      const response = await fetch(`${this.service.baseUrl}${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${this.furniture.token}`,
          "content-type": "application/json",
          ...headers,
        },
        body: typeof body === "string" ? body : JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_WAIT_MS),
      }).catch(() => null);
      const answer = await response?.json().catch(() => null);
      if (response?.ok && answer) return answer;
      // Killed between its change and its answer: it was made, and is not made again.
      if (response?.status === 409 && /answer was lost/.test(answer?.detail ?? "")) return {};
      // 409: the try before is under way still, under the same Idempotency-Key.
      const isRefused = response && answer && response.status < 500 && ![409, 429].includes(response.status);
      if (isRefused) {
        throw new Error(`POST ${path} was answered with ${response.status}: ${JSON.stringify(answer)}`);
      }
      this.unanswered += 1;
      await sleep(RETRY_MS);
    }
  }

  private async makeRecord(): Promise<string> {
    const name = `Company ${this.next++}`;
    const { workspaceId } = this.furniture;
    await this.post(
      `/workspaces/${workspaceId}/crm/objects/company/records`,
      { values: { name } },
      { "idempotency-key": randomUUID() },
    );
    this.answered.records.push(name);
    return name;
  }

  private async upload(): Promise<[string, string][]> {
    const { uploaders } = this.furniture;
    const uploader = uploaders[this.next++ % uploaders.length];
    if (!uploader) throw new Error("nobody uploads");
    const now = Date.now();
    const events = Array.from({ length: EVENTS_PER_BATCH }, () => {
      uploader.sent += 1;
      return {
        event_id: randomUUID(),
        client_seq: uploader.sent,
        ts: new Date(now - (ENDED_MINUTES + (uploader.sent % SPREAD_MINUTES)) * MINUTE_MS).toISOString(),
        interval_s: 60,
        active_app: { name: "Code", bundle_id: "com.microsoft.VSCode", window_title: "load.ts" },
      };
    });
    const sent_at = new Date(now).toISOString();
    const batch = { schema_version: "1.0", device_id: uploader.deviceId, sent_at, events };
    const answer = (await this.post("/tracker/events:batch", batch, {
      authorization: `Bearer ${uploader.token}`,
    })) as { rejected: unknown[] };
    if (answer.rejected.length > 0) throw new Error(`Samples were rejected: ${JSON.stringify(answer)}`);
    const ids = events.map((event): [string, string] => [uploader.deviceId, event.event_id]);
    this.answered.events.push(...ids);
    return ids;
  }

  private async push(): Promise<string> {
    const id = randomUUID();
    const body = JSON.stringify({
      ref: "refs/heads/main",
      repository: {
        id: this.furniture.repositoryId,
        full_name: "acme/faults",
        private: false,
        default_branch: "main",
      },
      commits: [],
      padding: id,
    });
    await this.post("/api/v1/webhooks/code_host", body, {
      "x-host-event": "push",
      "x-host-delivery": id,
      "x-host-signature-256": signatureOf(body, CODE_HOST_SECRET),
    });
    this.answered.pushes.push(id);
    return id;
  }

  /**
   * Resolves when everything runs: what is asked for from now on is answered and has its effect, and people can sign in.
   * @throws Error when it does not within four minutes, naming what is missing
   */
  async allRuns(): Promise<void> {
    const deadline = performance.now() + AGAIN_WAIT_MS;
    const within = async (what: string, isTrue: () => Promise<boolean>) => {
      while (!(await isTrue().catch(() => false))) {
        if (performance.now() > deadline) throw new Error(`${what} within ${AGAIN_WAIT_MS / 1000} s.`);
        await sleep(RETRY_MS);
      }
    };
    const [record, events, push] = await Promise.all([this.makeRecord(), this.upload(), this.push()]);
    await within("No webhook arrived", async () =>
      this.subscriber.received.some(({ raw }) => raw.toString().includes(`"${record}"`)),
    );
    const { workspaceId } = this.furniture;
    await within("Samples were not derived, or a delivery not processed,", () =>
      withClient(this.service, async (client) => {
        const found = await compare(client, workspaceId, { records: [], events, pushes: [push] });
        return found.underived === 0 && found.events === events.length && found.pushes === 1;
      }),
    );
    await within("Nobody could sign in", () =>
      signIn(this.service.baseUrl, "suite_a", "ada@example.com").then(() => true),
    );
  }

  /** Ends the load, waits until what it asked for is worked off, and counts. */
  async settle(): Promise<Account> {
    this.isOver = true;
    await this.loops;
    const { answered, subscriber, furniture } = this;
    const deadline = performance.now() + SETTLE_WAIT_MS;
    for (;;) {
      const found = await withClient(this.service, (client) =>
        compare(client, furniture.workspaceId, answered),
      );
      const isDone = found.unsuccessful + found.underived + found.waiting === 0;
      if (!isDone && performance.now() < deadline) {
        await sleep(RETRY_MS);
        continue;
      }
      await subscriber.close();
      const bodies = subscriber.received.map(({ raw }) => JSON.parse(raw.toString()));
      const heard = new Set(bodies.map(({ data }) => data.values?.name));
      const unheard = answered.records.filter((name) => !heard.has(name)).length;
      const sent = answered.records.length + answered.events.length + answered.pushes.length;
      const kept = found.records - unheard + found.events - found.underived + found.pushes;
      return {
        sent,
        kept,
        lost: sent - kept,
        doubled: found.records_twice + found.events_twice + found.pushes_twice,
        sentAgain: bodies.length - new Set(bodies.map(({ id }) => id)).size,
        unanswered: this.unanswered,
      };
    }
  }
}
