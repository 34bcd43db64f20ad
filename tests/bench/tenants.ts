import { createHmac, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Pool } from "undici";
import { quantile } from "@/tests/bench/figures";
import { type At, aHouse } from "@/tests/bench/house";
import { EVENTS_PER_BATCH, enrolUploaders, serviceSender } from "@/tests/bench/uploads";
import { startService } from "@/tests/support/service";

/*
 * What a quiet workspace notices of a crowded one, through the whole service: its uploads, deliveries, a public page and
 * the request of an automation, alone and then beside a workspace with 64 subscribers that answer after 14 s, an import
 * of 400 rows that sets off two automations, a backlog of 45,000 samples, and a signed post of 25 MiB each second.
 */

const SECRET = "a-webhook-secret-of-the-bench";
const SLOW_SUBSCRIBERS = 64;
const SLOW_ANSWER_MS = 14_000;
const IMPORT_ROWS = 400;
const IMPORT_EVERY_MS = 20_000;
const BACKLOG_BATCHES = 90;
const BACKLOG_AT_ONCE = 4;
const POST_BYTES = 26_214_400;
const POST_EVERY_MS = 1_000;
/** Of each kind, so many a second: more would make the quiet workspace no quiet one. */
const EACH_PER_S = 4;
const WARM_UP_S = 5;
const MEASURED_S = 30;
const QUIET_UPLOADERS = 40;
const CROWD_UPLOADERS = 5;
/** What did not come in this time counts as never. */
const ARRIVAL_MS_MAX = 120_000;
const SLACK_MS = 50;

const KINDS = ["upload", "delivery", "page", "job"] as const;
type Kind = (typeof KINDS)[number];
type Figures = Record<Kind, number[]>;

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Takes requests whose body names a record, and tells when the first byte of each came. */
async function aSubscriber() {
  const arrived = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const recordId = body.data?.record_id ?? body.record_id;
    if (recordId) arrived.set(`${request.url} ${recordId}`, at);
    response.writeHead(200).end("ok");
  });
  const url = await listen(server);
  const waitFor = async (path: string, recordId: string): Promise<number> => {
    const giveUpAt = performance.now() + ARRIVAL_MS_MAX;
    for (;;) {
      const at = arrived.get(`${path} ${recordId}`);
      if (at !== undefined) return at;
      if (performance.now() > giveUpAt) return Number.POSITIVE_INFINITY;
      await sleep(2);
    }
  };
  return { url, waitFor, close: () => server.closeAllConnections() ?? server.close() };
}

const CREATED = { type: "record.created", object: "company" };

/** A push of the code host of 25 MiB, most of it commits as they come. */
function aLargePush(): Buffer {
  const commit = {
    id: "a".repeat(40),
    message: "Sort out uploads",
    timestamp: "2026-01-01T00:00:00Z",
    author: { email: "ada@example.com", username: "ada" },
    modified: Array.from({ length: 100 }, (_, i) => `lib/tracker/ingest/file-${i}.ts`),
  };
  const size = JSON.stringify(commit).length + 1;
  const repository = { id: 1, full_name: "acme/atlas", private: false, default_branch: "main" };
  const commits = Array.from({ length: Math.floor((POST_BYTES - 1_000) / size) }, () => commit);
  const text = JSON.stringify({ ref: "refs/heads/main", repository, commits, rest: "" });
  return Buffer.from(text.replace(/""}$/, `"${"x".repeat(POST_BYTES - text.length)}"}`));
}

/** All that the crowded workspace does, from now until it is told to stop. */
async function aCrowd(client: pg.Client, at: At) {
  const slow = createServer((request, response) => {
    request.resume();
    setTimeout(() => response.writeHead(200).end(), SLOW_ANSWER_MS).unref();
  });
  const slowUrl = await listen(slow);
  const house = await aHouse(client, at, "Bench");
  for (let i = 0; i < SLOW_SUBSCRIBERS; i++) {
    const body = { url: `${slowUrl}/${i}`, events: ["record.created"] };
    await house.api("POST", `/workspaces/${house.id}/crm/webhooks`, body);
  }
  for (const name of ["First", "Second"]) {
    await house.api("POST", `/workspaces/${house.id}/crm/automations`, {
      name,
      trigger: CREATED,
      actions: [{ type: "create_record", object: "deal", values: { name } }],
    });
  }
  const uploaders = await enrolUploaders(client, CROWD_UPLOADERS);
  const uploads = serviceSender(at.baseUrl, uploaders, BACKLOG_AT_ONCE);
  const http = new Pool(at.baseUrl, { connections: 4 });
  const push = aLargePush();
  const signature = `sha256=${createHmac("sha256", SECRET).update(push).digest("hex")}`;
  const counts = { posts: 0, refused: 0, imports: 0, batches: 0, failures: 0 };
  let isOver = false;
  const running: Promise<unknown>[] = [];
  const failed = (error: unknown) => {
    counts.failures += 1;
    if (counts.failures === 1) console.log(`the crowd: ${String(error).slice(0, 300)}`);
  };
  const post = async () => {
    const { statusCode, body } = await http.request({
      method: "POST",
      path: "/api/v1/webhooks/code_host",
      headers: {
        "content-type": "application/json",
        "x-host-event": "push",
        "x-host-delivery": randomUUID(),
        "x-host-signature-256": signature,
      },
      body: push,
    });
    await body.dump();
    if (statusCode === 200) counts.posts += 1;
    else counts.refused += 1;
  };
  const importRows = async () => {
    const rows = Array.from({ length: IMPORT_ROWS }, () => `Company ${randomUUID()}`);
    const body = { csv: ["name", ...rows].join("\n") };
    await house.api("POST", `/workspaces/${house.id}/crm/objects/company/records/import`, body);
    counts.imports += 1;
  };
  const repeat = async (everyMs: number, work: () => Promise<void>) => {
    while (!isOver) {
      running.push(work().catch(failed));
      await sleep(everyMs);
    }
  };
  running.push(repeat(POST_EVERY_MS, post), repeat(IMPORT_EVERY_MS, importRows));
  const sendBacklog = async () => {
    while (!isOver && counts.batches < BACKLOG_BATCHES) {
      counts.batches += 1;
      await uploads.send().catch(failed);
    }
  };
  running.push(...Array.from({ length: BACKLOG_AT_ONCE }, sendBacklog));
  return {
    counts,
    /** Resolves once the backlog is uploaded. */
    isThere: async () => {
      while (counts.batches < BACKLOG_BATCHES || counts.imports === 0) await sleep(100);
    },
    stop: async () => {
      isOver = true;
      await Promise.all(running);
      await Promise.all([http.close(), uploads.close()]);
      slow.closeAllConnections();
      slow.close();
    },
  };
}

async function aQuietHouse(client: pg.Client, at: At) {
  const house = await aHouse(client, at, "Bench");
  const subscriber = await aSubscriber();
  const { url, waitFor } = subscriber;
  await house.api("POST", `/workspaces/${house.id}/crm/webhooks`, {
    url: `${url}/event`,
    events: ["record.created"],
  });
  await house.api("POST", `/workspaces/${house.id}/crm/automations`, {
    name: "Tell",
    trigger: CREATED,
    actions: [{ type: "http_request", url: `${url}/job` }],
  });
  const formId = randomUUID();
  const field = { key: "name", label: "Your name", type: "text", required: true, is_visible: true };
  const rest = {
    placeholder: null,
    help: null,
    options: [],
    validation: {},
    show_if: null,
    require_if: null,
  };
  await client.query(
    `INSERT INTO form (id, workspace_id, name, description, is_public, fields, submit_label, thank_you_text, updated_at)
     VALUES ($1, $2, 'Tell us', '', true, $3::jsonb, 'Send', 'Thank you.', now())`,
    [formId, house.id, JSON.stringify([{ ...field, ...rest, default_value: null }])],
  );
  const uploads = serviceSender(at.baseUrl, await enrolUploaders(client, QUIET_UPLOADERS), EACH_PER_S);

  const create = async (figures: Figures) => {
    const path = `/workspaces/${house.id}/crm/objects/company/records`;
    const { id } = await house.api("POST", path, { values: { name: `Quiet ${randomUUID()}` } });
    // The commit comes shortly before the answer: what arrived in between took no time that could be told.
    const committed = performance.now();
    const [delivered, done] = await Promise.all([waitFor("/event", id), waitFor("/job", id)]);
    figures.delivery.push(Math.max(0, delivered - committed));
    figures.job.push(Math.max(0, done - committed));
  };
  const upload = async (figures: Figures) => {
    const began = performance.now();
    await uploads.send();
    figures.upload.push(performance.now() - began);
  };
  const open = async (figures: Figures) => {
    const began = performance.now();
    const answer = await fetch(`${at.baseUrl}/f/${formId}`, { headers: { accept: "text/html" } });
    const html = await answer.text();
    if (!html.includes("Your name")) throw new Error(`The page was answered ${answer.status}`);
    figures.page.push(performance.now() - began);
  };

  const measure = async (seconds: number): Promise<Figures> => {
    const figures: Figures = { upload: [], delivery: [], page: [], job: [] };
    const running: Promise<void>[] = [];
    for (let i = 0; i < seconds * EACH_PER_S; i++) {
      for (const each of [create, upload, open]) running.push(each(figures));
      await sleep(1_000 / EACH_PER_S);
    }
    await Promise.all(running);
    return figures;
  };
  return { measure, close: async () => Promise.all([uploads.close(), subscriber.close()]) };
}

export default async function tenants(): Promise<void> {
  const service = await startService({ CODE_HOST_WEBHOOK_SECRET: SECRET });
  const client = new pg.Client({ connectionString: service.databaseUrl });
  try {
    await client.connect();
    const quiet = await aQuietHouse(client, service);
    await quiet.measure(WARM_UP_S);
    const alone = await quiet.measure(MEASURED_S);
    const crowd = await aCrowd(client, service);
    await crowd.isThere();
    const beside = await quiet.measure(MEASURED_S);
    await crowd.stop();
    await quiet.close();
    // Why anything was answered 500 stands in the log alone.
    const faults = service
      .output()
      .split("\n")
      .filter((line) => line.startsWith('{"level":50'));
    console.log(
      `faults in the log: ${faults.length}${faults[0] ? `, first ${faults[0].slice(0, 600)}` : ""}`,
    );
    console.log(`the crowd meanwhile: ${JSON.stringify(crowd.counts)}, ${EVENTS_PER_BATCH} samples a batch`);
    let worst: { quiet: number; crowded: number } = { quiet: Number.NaN, crowded: Number.NaN };
    let over = Number.NEGATIVE_INFINITY;
    for (const kind of KINDS) {
      const [quietMs, crowdedMs] = [quantile(alone[kind], 0.99), quantile(beside[kind], 0.99)];
      const bound = Math.max(2 * quietMs, quietMs + SLACK_MS);
      console.log(
        `${kind}: quiet_p50_ms=${quantile(alone[kind], 0.5).toFixed(1)} crowded_p50_ms=${quantile(beside[kind], 0.5).toFixed(1)} quiet_p99_ms=${quietMs.toFixed(1)} crowded_p99_ms=${crowdedMs.toFixed(1)} bound_ms=${bound.toFixed(1)}`,
      );
      if (crowdedMs - bound > over) {
        over = crowdedMs - bound;
        worst = { quiet: quietMs, crowded: crowdedMs };
      }
    }
    // Of the kind that is furthest from its bound.
    console.log(`tenants: quiet_p99_ms=${worst.quiet.toFixed(1)} crowded_p99_ms=${worst.crowded.toFixed(1)}`);
  } finally {
    await client.end();
    await service.stop();
  }
}
