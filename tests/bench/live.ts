import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Agent, Pool, request } from "undici";
import { seedWorkspace } from "@/tests/bench/crm";
import { bearerOf } from "@/tests/bench/reader";
import { noSide, percentile } from "@/tests/bench/uploads";
import { startService } from "@/tests/support/service";

/*
 * How long it takes until every one of many streams has heard of a change, from the moment that the request which makes it
 * is sent. All look at the same workspace, which is the worst case: each change goes to all.
 */

const STREAMS = 500;
const STREAMS_PER_PERSON = 10;
const CHANGES = 60;
const WARM_UP_CHANGES = 5;
/** Longer than changes are gathered for, so that each is told of by itself. */
const PAUSE_MS = 250;
const WAIT_MS_MAX = 20_000;
const TOLD_MS_MAX = 1_000;

async function seedReaders(client: pg.Client, workspaceId: string): Promise<string[]> {
  const ids = Array.from({ length: STREAMS / STREAMS_PER_PERSON }, () => randomUUID());
  await client.query(
    `INSERT INTO developer (id, name, email, updated_at)
     SELECT id, 'Reader', id || '@example.com', now() FROM unnest($1::uuid[]) id`,
    [ids],
  );
  await client.query(
    `INSERT INTO workspace_member (workspace_id, developer_id, role) SELECT $1, id, 'member' FROM unnest($2::uuid[]) id`,
    [workspaceId, ids],
  );
  return ids;
}

export default async function live(): Promise<void> {
  const service = await startService();
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  const http = new Pool(service.baseUrl, { connections: 1 });
  const streams = new Agent({ bodyTimeout: 0 });
  try {
    const { founderId, workspaceId } = await seedWorkspace(client);
    const readers = await seedReaders(client, workspaceId);
    const tables = `/api/v1/workspaces/${workspaceId}/tables`;
    const authorization = `Bearer ${await bearerOf(service.dataDir, founderId)}`;
    const send = async (method: "POST" | "PATCH", path: string, body: object) => {
      const answer = await http.request({
        method,
        path,
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 300) throw new Error(`${path} was answered ${answer.statusCode} ${text}`);
      return JSON.parse(text);
    };
    const columns = [{ name: "Title", key: "title", type: "text" }];
    const table = await send("POST", tables, { name: "Orders", columns });
    const row = await send("POST", `${tables}/${table.id}/rows`, { values: { title: "first" } });

    let told = 0;
    const side = noSide();
    let startedMs = 0;
    const needle = `"id":"${table.id}"`;
    for (const reader of readers) {
      const headers = { authorization: `Bearer ${await bearerOf(service.dataDir, reader)}` };
      for (let nth = 0; nth < STREAMS_PER_PERSON; nth++) {
        const url = `${service.baseUrl}/api/v1/workspaces/${workspaceId}/live`;
        const { statusCode, body } = await request(url, { headers, dispatcher: streams });
        if (statusCode !== 200) throw new Error(`a stream was answered ${statusCode}`);
        body.on("error", () => {});
        body.on("data", (bytes: Buffer) => {
          if (!bytes.includes(needle)) return;
          told++;
          side.latenciesMs.push(performance.now() - startedMs);
        });
      }
    }
    for (let change = -WARM_UP_CHANGES; change < CHANGES; change++) {
      if (change === 0) side.latenciesMs.length = 0;
      told = 0;
      startedMs = performance.now();
      await send("PATCH", `${tables}/${table.id}/rows/${row.id}`, { values: { title: `change ${change}` } });
      while (told < STREAMS) {
        if (performance.now() - startedMs > WAIT_MS_MAX) throw new Error(`only ${told} of ${STREAMS} heard`);
        await sleep(5);
      }
      await sleep(PAUSE_MS);
    }
    const p99 = percentile(side, 0.99);
    if (p99 > TOLD_MS_MAX) {
      console.error(`it takes more than ${TOLD_MS_MAX} ms until all have heard of a change`);
      process.exitCode = 1;
    }
    console.log(
      `live: p99_ms=${p99.toFixed(1)} p50_ms=${percentile(side, 0.5).toFixed(1)} streams=${STREAMS} changes=${CHANGES}`,
    );
  } finally {
    await streams.destroy();
    await http.close();
    await client.end();
    await service.stop();
  }
}
