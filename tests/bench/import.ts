import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { watchMemory } from "@/tests/bench/figures";
import { enrolUploaders } from "@/tests/bench/uploads";
import { startService } from "@/tests/support/service";

/*
 * An export of ActivityWatch through the whole service: a month of windows and presence in one file, from its first byte
 * to the last sample, twice, and undone. Memory is what the web process and the worker took more than just before, at most.
 */

const DAYS = 25;
/** A small file first: what loading the code takes is not what a file takes. */
const WARM_UP_DAYS = 0.1;
const STRETCH_S = 10;
/** An hour of presence, then 20 minutes of absence. */
const PRESENT_S = 3_600;
const ABSENT_S = 1_200;
const LOOK_MS = 100;
const PHASE_S_MAX = 300;
const WINDOWS = [
  { app: "Code", title: "main.ts - atlas - Visual Studio Code" },
  { app: "Google Chrome", title: "Pull request 12 - acme/atlas - Google Chrome" },
  { app: "Slack", title: "general - Acme - Slack" },
  { app: "gnome-terminal-server", title: "ada@desk: ~/src/atlas" },
];

type Import = { id: string; state: string; events: number; samples: number; duplicates: number };
type Bucket = { id: string; type: string; events: object[] };

const event = (id: number, from: number, seconds: number, data: object) => ({
  id,
  timestamp: new Date(from * 1_000).toISOString().replace("Z", "000+00:00"),
  duration: seconds,
  data,
});

function anExport(days: number): { body: string; events: number } {
  const until = Math.floor(Date.now() / 1_000) - 3_600;
  const since = until - days * 86_400;
  const [windows, presence]: [object[], object[]] = [[], []];
  for (let at = since; at < until; at += PRESENT_S + ABSENT_S) {
    presence.push(event(presence.length, at, PRESENT_S, { status: "not-afk" }));
    presence.push(event(presence.length, at + PRESENT_S, ABSENT_S, { status: "afk" }));
  }
  for (let at = since; at < until; at += STRETCH_S) {
    windows.push(event(windows.length, at, STRETCH_S, { ...WINDOWS[windows.length % WINDOWS.length] }));
  }
  const bucket = ({ id, type, events }: Bucket) => ({
    [id]: {
      id,
      created: new Date(since * 1_000).toISOString(),
      name: null,
      type,
      client: "bench",
      hostname: "desk",
      data: {},
      events,
    },
  });
  const buckets = {
    ...bucket({ id: "aw-watcher-window_desk", type: "currentwindow", events: windows }),
    ...bucket({ id: "aw-watcher-afk_desk", type: "afkstatus", events: presence }),
  };
  return { body: JSON.stringify({ buckets }), events: windows.length + presence.length };
}

export default async function importExport(): Promise<void> {
  const service = await startService();
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    const [uploader] = await enrolUploaders(client, 1);
    if (!uploader) throw new Error("nobody to import for");
    const { body, events } = anExport(DAYS);
    const authorization = `Bearer ${uploader.token}`;
    const api = async (method: string, path: string, sent?: string): Promise<Import> => {
      const answer = await fetch(`${service.baseUrl}/api/v1/tracker/imports${path}`, {
        method,
        headers: { authorization, "content-type": "application/json" },
        ...(sent === undefined ? {} : { body: sent }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
      return JSON.parse(text);
    };
    const ended = async (id: string, state: string): Promise<Import> => {
      const giveUpAt = performance.now() + PHASE_S_MAX * 1_000;
      for (;;) {
        const now = await api("GET", `/${id}`);
        if (now.state === state) return now;
        if (now.state === "failed" || performance.now() > giveUpAt) throw new Error(JSON.stringify(now));
        await sleep(LOOK_MS);
      }
    };
    const once = async (sent: string) => {
      const began = performance.now();
      const { id } = await api("POST", `?device_id=${uploader.deviceId}`, sent);
      const receivedMs = performance.now() - began;
      const done = await ended(id, "done");
      return { done, receivedMs, ms: performance.now() - began };
    };
    const { done: small } = await once(anExport(WARM_UP_DAYS).body);
    await api("POST", `/${small.id}/undo`);
    await ended(small.id, "undone");
    const memory = await watchMemory({ web: await service.webPid(), worker: await service.pid("worker") });
    const first = await once(body);
    const peak = memory.end();
    const { before } = memory;
    const [web, worker] = [peak.web - before.web, peak.worker - before.worker];
    const second = await once(body);
    if (second.done.samples !== 0)
      throw new Error(`The same file again added ${second.done.samples} samples`);
    const undoneFrom = performance.now();
    await api("POST", `/${first.done.id}/undo`);
    await ended(first.done.id, "undone");
    const undoMs = performance.now() - undoneFrom;
    const { rows } = await client.query(
      "SELECT count(*)::int AS left FROM tracker_event_sample WHERE device_id = $1",
      [uploader.deviceId],
    );
    if (rows[0]?.left !== 0) throw new Error(`Undone, it left ${rows[0]?.left} samples`);
    console.log(
      `file_mb=${(body.length / 2 ** 20).toFixed(1)} events=${events} samples=${first.done.samples} received_s=${(first.receivedMs / 1_000).toFixed(1)} again_s=${(second.ms / 1_000).toFixed(1)} undo_s=${(undoMs / 1_000).toFixed(1)} idle_mb=${Math.round(before.web)}+${Math.round(before.worker)} web_mb=${Math.round(web)} worker_mb=${Math.round(worker)}`,
    );
    console.log(
      `import: events_per_s=${Math.round((events * 1_000) / first.ms)} memory_mb=${Math.round(Math.max(web, worker))}`,
    );
  } finally {
    await client.end();
    await service.stop();
  }
}
