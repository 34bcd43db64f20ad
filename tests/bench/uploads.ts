import { randomUUID } from "node:crypto";
import pg from "pg";
import { Pool } from "undici";
import { sha256Hex } from "@/lib/platform/crypto";
import { MINUTE_MS } from "@/lib/platform/limits";
import { mintApiToken, prefixOf } from "@/lib/tokens/rules";

/*
 * What the ingest benches share: a crowd of devices, batches that cost little to make, and two ways to store the same
 * rows: through the service, and by the bare statement that a ratio is taken to.
 */

export const EVENTS_PER_BATCH = 500;
const WINDOWS = 8;

export type Uploader = {
  deviceId: string;
  developerId: string;
  projectId: string;
  token: string;
  sent: number;
};

/** Developers with a device, a project and a token each: many, so that no rate limit bites. */
export async function enrolUploaders(client: pg.Client, count: number): Promise<Uploader[]> {
  const workspaceId = randomUUID();
  const uploaders = Array.from({ length: count }, () => ({
    deviceId: randomUUID(),
    developerId: randomUUID(),
    projectId: randomUUID(),
    token: mintApiToken(),
    sent: 0,
  }));
  const rows = JSON.stringify(
    uploaders.map((each, index) => ({
      ...each,
      index,
      hash: sha256Hex(each.token),
      prefix: prefixOf(each.token),
    })),
  );
  const from = `FROM jsonb_to_recordset($1::jsonb) AS x("deviceId" uuid, "developerId" uuid, "projectId" uuid,
    hash text, prefix text, index int)`;
  await client.query("INSERT INTO workspace (id, name, slug, updated_at) VALUES ($1, 'Bench', $2, now())", [
    workspaceId,
    `bench-${workspaceId}`,
  ]);
  await client.query(
    `INSERT INTO developer (id, name, email, updated_at)
     SELECT "developerId", 'Bench', "developerId" || '@example.com', now() ${from}`,
    [rows],
  );
  await client.query(
    `INSERT INTO workspace_member (workspace_id, developer_id) SELECT $2::uuid, "developerId" ${from}`,
    [rows, workspaceId],
  );
  await client.query(
    `INSERT INTO project (id, workspace_id, name, slug, key, settings, updated_at)
     SELECT "projectId", $2::uuid, 'Bench', 'bench-' || index, 'B' || index, '{"tracker_enabled":true}', now() ${from}`,
    [rows, workspaceId],
  );
  await client.query(
    `INSERT INTO project_member (project_id, developer_id) SELECT "projectId", "developerId" ${from}`,
    [rows],
  );
  await client.query(
    `INSERT INTO tracker_device (id, developer_id, project_id, enrolled_at)
     SELECT "deviceId", "developerId", "projectId", now() ${from}`,
    [rows],
  );
  await client.query(
    `INSERT INTO api_token (id, developer_id, name, token_hash, token_prefix)
     SELECT gen_random_uuid(), "developerId", 'bench', hash, prefix ${from}`,
    [rows],
  );
  return uploaders;
}

type Context = { app: [string, string, string]; event: Record<string, unknown>; columns: unknown[] };

/** What people do in turns, with as many fields as a real client sends, and what is stored of it. */
const CONTEXTS: Context[] = [
  {
    app: ["Code", "com.microsoft.VSCode", "ingest-batch.ts — atlas — Visual Studio Code"],
    event: {
      file_context: {
        path: "/Users/ada/src/atlas/lib/tracker/ingest-batch.ts",
        repo: "acme/atlas",
        branch: "feature/ATL-12-uploads",
      },
      dev_context: {
        terminal_cwd: "/Users/ada/src/atlas",
        last_command: "npm test",
        editor_file: "ingest-batch.ts",
      },
    },
    columns: [
      "~/src/atlas/lib/tracker/ingest-batch.ts",
      "acme/atlas",
      "feature/ATL-12-uploads",
      "~/src/atlas",
      "npm",
      "ingest-batch.ts",
      null,
      null,
    ],
  },
  {
    app: ["Google Chrome", "com.google.Chrome", "Sort out uploads by ada · Pull Request #318 · acme/atlas"],
    event: {
      browser: {
        url: "https://github.com/acme/atlas/pull/318/files",
        title: "Sort out uploads by ada · Pull Request #318",
      },
    },
    columns: [
      null,
      null,
      null,
      null,
      null,
      null,
      "https://github.com/acme/atlas/pull/318/files",
      "Sort out uploads by ada · Pull Request #318",
    ],
  },
  {
    app: ["Slack", "com.tinyspeck.slackmacgap", "general (Channel) - Acme - Slack"],
    event: {},
    columns: [null, null, null, null, null, null, null, null],
  },
];

/** The unchanging part of each sample, written down once: a bench that spends its time on JSON measures itself. */
const startedAt = Date.now();
const TAILS = Array.from({ length: WINDOWS }, (_, window) =>
  Array.from({ length: EVENTS_PER_BATCH }, (_, index) => {
    const context = CONTEXTS[Math.floor(index / 20) % CONTEXTS.length] ?? CONTEXTS[0];
    const [name, bundle_id, window_title] = context?.app ?? ["", "", ""];
    const ts = new Date(
      startedAt - (window * EVENTS_PER_BATCH + EVENTS_PER_BATCH - index) * MINUTE_MS,
    ).toISOString();
    const system = { on_battery: false, displays: 2, online: true, network: "office" };
    const event = JSON.stringify({
      ts,
      interval_s: 60,
      active_app: { name, bundle_id, window_title },
      ...context?.event,
      system,
      input_cadence: { key_events: 120, mouse_events: 40 },
      evidence_ref: null,
    });
    const before = JSON.stringify([ts, 120, 40, 60, null]).slice(1, -1);
    const after = JSON.stringify([name, bundle_id, window_title, ...(context?.columns ?? []), null, null]);
    return { event: event.slice(1), before, after: after.slice(1) };
  }),
);

function tails(uploader: Uploader) {
  return TAILS[uploader.sent++ % WINDOWS] ?? [];
}

/** The request body of a batch of new samples. */
export function aBody(uploader: Uploader): string {
  const base = uploader.sent * EVENTS_PER_BATCH;
  const events = tails(uploader).map(
    (tail, index) => `{"event_id":"${randomUUID()}","client_seq":${base + index},${tail.event}`,
  );
  return `{"schema_version":"1.0","device_id":"${uploader.deviceId}","sent_at":"2026-01-01T00:00:00Z","events":[${events.join(",")}]}`;
}

/** The same rows as the bare statement takes them. */
export function someRows(uploader: Uploader): string {
  const base = uploader.sent * EVENTS_PER_BATCH;
  return `[${tails(uploader)
    .map((tail, index) => `[${base + index},${tail.before},"${randomUUID()}",${tail.after}`)
    .join(",")}]`;
}

/** The least that Postgres must do for these rows: one INSERT … SELECT, no verdicts, no limits, no marks, no job. */
export const RAW_STATEMENT = `
  INSERT INTO bare_sample (received_at, device_id, developer_id, project_id,
    client_seq, ts, key_events, mouse_events, interval_s, in_call, event_id, app_name, bundle_id, window_title,
    file_path, repo, branch, terminal_cwd, last_command, editor_file, url, page_title, call_app, evidence_ref)
  SELECT now(), $2::uuid, $3::uuid, $4::uuid,
    (x->>0)::bigint, (x->>1)::timestamptz, (x->>2)::int, (x->>3)::int, (x->>4)::smallint, (x->>5)::boolean, x->>6,
    x->>7, x->>8, x->>9, x->>10, x->>11, x->>12, x->>13, x->>14, x->>15, x->>16, x->>17, x->>18, x->>19
  FROM jsonb_array_elements($1::jsonb) AS x
  ON CONFLICT DO NOTHING`;

export type Side = { batches: number; seconds: number; latenciesMs: number[] };

/** An empty measurement to add to. */
export function noSide(): Side {
  return { batches: 0, seconds: 0, latenciesMs: [] };
}

/** Keeps `concurrency` batches in flight for `seconds`, and adds what came of it to `side`. */
export async function drive(
  side: Side,
  seconds: number,
  concurrency: number,
  send: (lane: number) => Promise<void>,
): Promise<void> {
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: concurrency }, async (_, lane) => {
      while (performance.now() < until) {
        const at = performance.now();
        await send(lane);
        side.latenciesMs.push(performance.now() - at);
        side.batches++;
      }
    }),
  );
  side.seconds += (performance.now() - started) / 1000;
}

/** Sends batches through the service; anything but every event accepted ends the bench. */
export function serviceSender(baseUrl: string, uploaders: Uploader[], concurrency: number) {
  const http = new Pool(baseUrl, { connections: concurrency });
  let next = 0;
  const send = async (): Promise<void> => {
    const uploader = uploaders[next++ % uploaders.length];
    if (!uploader) throw new Error("no uploaders");
    const { statusCode, body } = await http.request({
      method: "POST",
      path: "/api/v1/tracker/events:batch",
      headers: { authorization: `Bearer ${uploader.token}`, "content-type": "application/json" },
      body: aBody(uploader),
    });
    const answer = (await body.json()) as { accepted?: number };
    if (statusCode !== 200 || answer.accepted !== EVENTS_PER_BATCH) {
      throw new Error(`An upload was answered ${statusCode} ${JSON.stringify(answer).slice(0, 300)}`);
    }
  };
  return { send, close: () => http.close() };
}

/**
 * Sends the same rows by the bare statement, over one connection per lane: to a table of its own with the same columns and
 * indexes, which hold the texts in each row, and a unique index of event ids in place of event keys.
 */
export async function rawSender(databaseUrl: string, uploaders: Uploader[], concurrency: number) {
  const clients = Array.from({ length: concurrency }, () => new pg.Client({ connectionString: databaseUrl }));
  await Promise.all(clients.map((client) => client.connect()));
  await clients[0]?.query("CREATE TABLE bare_sample (LIKE tracker_sample INCLUDING ALL)");
  let next = 0;
  const send = async (lane: number): Promise<void> => {
    const uploader = uploaders[next++ % uploaders.length];
    if (!uploader) throw new Error("no uploaders");
    const { deviceId, developerId, projectId } = uploader;
    const values = [someRows(uploader), deviceId, developerId, projectId];
    await clients[lane]?.query({ name: "raw", text: RAW_STATEMENT, values });
  };
  return { send, close: () => Promise.all(clients.map((client) => client.end())) };
}

/** Events a second of one side. */
export function eventsPerSecond(side: Side): number {
  return (side.batches * EVENTS_PER_BATCH) / side.seconds;
}

/** The latency that a share of the batches stayed within. */
export function percentile(side: Side, share: number): number {
  const sorted = side.latenciesMs.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
