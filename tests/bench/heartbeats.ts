import { randomUUID } from "node:crypto";
import pg from "pg";
import { Pool } from "undici";
import { sha256Hex } from "@/lib/platform/crypto";
import { drive, enrolUploaders, noSide, percentile } from "@/tests/bench/uploads";
import { startService } from "@/tests/support/service";

/*
 * Heartbeats as the client of editors' plugins sends what it kept while it was offline: a hundred at once, of many people,
 * through the whole service, the worker deriving behind.
 */

const PEOPLE = 400;
const CONCURRENCY = 4;
const HEARTBEATS = 100;
const SPACING_S = 45;
const WARM_UP_S = 5;
const ROUNDS = 5;
const ROUND_S = 4;
const USER_AGENT = "wakatime/v1.115.3 (linux-6.5.0-x86_64) go1.23 vscode/1.95.0 vscode-wakatime/25.0.2";

type Editor = { authorization: string; sent: number };

async function enrolEditors(client: pg.Client): Promise<Editor[]> {
  const uploaders = await enrolUploaders(client, PEOPLE);
  const keys = uploaders.map(({ deviceId }) => ({ deviceId, key: `waka_${randomUUID()}` }));
  const rows = keys.map(({ deviceId, key }) => ({ deviceId, hash: sha256Hex(key) }));
  await client.query(
    `INSERT INTO tracker_editor_key (device_id, key_hash, created_at)
     SELECT "deviceId", hash, now() FROM jsonb_to_recordset($1::jsonb) AS x("deviceId" uuid, hash text)`,
    [JSON.stringify(rows)],
  );
  return keys.map(({ key }) => ({
    authorization: `Basic ${Buffer.from(key).toString("base64")}`,
    sent: 0,
  }));
}

function aBody(editor: Editor): string {
  const until = Date.now() / 1_000 - editor.sent * HEARTBEATS * SPACING_S;
  editor.sent += 1;
  const heartbeats = Array.from({ length: HEARTBEATS }, (_, index) => ({
    branch: "feature/ATL-12-uploads",
    category: "coding",
    cursorpos: index,
    dependencies: ["react", "zod"],
    entity: `/home/ada/src/atlas/lib/tracker/file-${index % 7}.ts`,
    is_write: index % 3 === 0,
    language: "TypeScript",
    lineno: index,
    lines: 300,
    project: "atlas",
    time: until - index * SPACING_S,
    type: "file",
    user_agent: USER_AGENT,
  }));
  return JSON.stringify(heartbeats);
}

export default async function heartbeats(): Promise<void> {
  const service = await startService();
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  const http = new Pool(service.baseUrl, { connections: CONCURRENCY });
  try {
    const editors = await enrolEditors(client);
    let next = 0;
    const send = async (): Promise<void> => {
      const editor = editors[next++ % editors.length];
      if (!editor) throw new Error("no editors");
      const { statusCode, body } = await http.request({
        method: "POST",
        path: "/api/v1/tracker/wakatime/users/current/heartbeats.bulk",
        headers: { authorization: editor.authorization, "content-type": "application/json" },
        body: aBody(editor),
      });
      const answer = (await body.json()) as { responses?: [unknown, number][] };
      if (statusCode !== 202 || !answer.responses?.every(([, status]) => status === 201)) {
        throw new Error(`An upload was answered ${statusCode} ${JSON.stringify(answer).slice(0, 300)}`);
      }
    };
    await drive(noSide(), WARM_UP_S, CONCURRENCY, send);
    const side = noSide();
    for (let round = 0; round < ROUNDS; round++) await drive(side, ROUND_S, CONCURRENCY, send);
    const perSecond = Math.round((side.batches * HEARTBEATS) / side.seconds);
    console.log(
      `heartbeats: per_s=${perSecond} p50_ms=${percentile(side, 0.5).toFixed(1)} p99_ms=${percentile(side, 0.99).toFixed(1)}`,
    );
  } finally {
    await http.close();
    await client.end();
    await service.stop();
  }
}
