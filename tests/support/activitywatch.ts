import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/*
 * As much of ActivityWatch's server as its watchers, its export and our client need: Debian has no package of it. It
 * stores what its own client sends, and merges heartbeats as it does:
 * https://docs.activitywatch.net/en/latest/buckets-and-events.html#heartbeats
 */

type Event = { id: number; timestamp: string; duration: number; data: object };
type Bucket = {
  id: string;
  type: string;
  client: string;
  hostname: string;
  created: string;
  events: Event[];
};
type Sent = { timestamp: string; duration?: number; data: object };

const secondOf = ({ timestamp }: Sent) => Date.parse(timestamp) / 1_000;
/** It writes microseconds and an offset. */
const written = (timestamp: string) => new Date(timestamp).toISOString().replace("Z", "000+00:00");

function heartbeat(bucket: Bucket, sent: Sent, pulseS: number): Event {
  const last = bucket.events.at(-1);
  const duration = sent.duration ?? 0;
  if (last && JSON.stringify(last.data) === JSON.stringify(sent.data)) {
    const since = secondOf(sent) - secondOf(last);
    if (since >= 0 && since <= last.duration + pulseS) {
      last.duration = Math.max(last.duration, since + duration);
      return last;
    }
  }
  const event = {
    id: bucket.events.length + 1,
    timestamp: written(sent.timestamp),
    duration,
    data: sent.data,
  };
  bucket.events.push(event);
  return event;
}

/** Runs until the test ends. @returns its address, and what it exports at this moment */
export async function anActivityWatch(hostname: string): Promise<{ address: string; exported(): object }> {
  const buckets = new Map<string, Bucket>();
  const asJson = ({ events, ...bucket }: Bucket) => ({ ...bucket, name: null, data: {}, last_updated: null });

  function answer(method: string, url: URL, body: string): [status: number, json: unknown] {
    if (url.pathname === "/api/0/info") return [200, { hostname, version: "v0.13.2", testing: false }];
    if (url.pathname === "/api/0/buckets/") {
      return [200, Object.fromEntries([...buckets].map(([id, bucket]) => [id, asJson(bucket)]))];
    }
    const [, id = "", rest] = /^\/api\/0\/buckets\/([^/]+)(?:\/(\w+))?$/.exec(url.pathname) ?? [];
    const bucket = buckets.get(id);
    if (method === "POST" && id && !rest) {
      if (bucket) return [304, null];
      buckets.set(id, { id, created: written(new Date().toISOString()), events: [], ...JSON.parse(body) });
      return [200, null];
    }
    if (!bucket) return [404, { message: `There's no bucket named ${id}` }];
    if (method === "POST" && rest === "heartbeat") {
      return [200, heartbeat(bucket, JSON.parse(body), Number(url.searchParams.get("pulsetime")))];
    }
    if (method === "POST" && rest === "events") {
      for (const sent of JSON.parse(body) as Sent[]) heartbeat(bucket, sent, -1);
      return [200, null];
    }
    const [start, end] = ["start", "end"].map((key) => Date.parse(url.searchParams.get(key) ?? "") / 1_000);
    const inRange = bucket.events.filter(
      (event) => secondOf(event) <= (end ?? 0) && secondOf(event) + event.duration >= (start ?? 0),
    );
    return [200, inRange.toReversed()];
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "/", "http://localhost");
    const [status, json] = answer(request.method ?? "GET", url, Buffer.concat(chunks).toString("utf8"));
    response.writeHead(status, { "content-type": "application/json" });
    response.end(status === 304 ? undefined : JSON.stringify(json));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exported: () => ({
      buckets: Object.fromEntries(
        [...buckets].map(([id, bucket]) => [id, { ...asJson(bucket), events: bucket.events.toReversed() }]),
      ),
    }),
  };
}
