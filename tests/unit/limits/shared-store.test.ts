import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Redis } from "ioredis";
import { expect, it, onTestFinished } from "vitest";
import { redisStore, upstashStore } from "@/lib/limits/shared-store";
import { LIMITS, type LimitUse } from "@/lib/limits/table";
import { startRedis } from "@/tests/support/redis";
import { UPSTASH_TOKEN } from "@/tests/support/upstash-rest";

const LIMIT = "tracker_batches_per_device";

function aUse(): LimitUse[] {
  return [{ limit: LIMIT, key: randomUUID(), weight: 1 }];
}

/** A store over HTTP that does what it is told, or nothing. */
async function aStoreAnswering(answer: (response: ServerResponse) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { store: upstashStore(`http://127.0.0.1:${port}`, UPSTASH_TOKEN), asked };
}

const json = (response: ServerResponse, body: unknown) =>
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));

it("A count is kept until no window covers it any more", async () => {
  const redis = await startRedis();
  onTestFinished(redis.kill);
  const store = redisStore(redis.url);
  const reader = new Redis(redis.url);
  await store.take(aUse(), new Date());
  const [key = ""] = await reader.keys("limits:*");
  const windowMs = LIMITS[LIMIT].windowS * 1000;
  // Half a window less than was set, for a machine that takes its time.
  expect(await reader.pttl(key)).toBeGreaterThan(1.5 * windowMs);
  await Promise.all([store.close(), reader.quit()]);
});

it.each([[[7]], [[0]], [[1.5]], [["x"]], [{}], [null]])(
  "An answer that names no use of the request, such as %j, refuses nobody and counts as none",
  async (result) => {
    const { store } = await aStoreAnswering((response) => json(response, [{ result }]));
    expect(await store.take(aUse(), new Date())).toBe("skipped");
  },
);

it("An error costs nobody their time, so that it does not count among the calls without an answer", async () => {
  const behaviour = ["silent", "silent", "error", "silent", "answer"];
  const { store, asked } = await aStoreAnswering((response) => {
    const how = behaviour[asked.length - 1];
    if (how === "error") json(response, [{ error: "ERR of some kind" }]);
    if (how === "answer") json(response, [{ result: [] }]);
  });
  const takes: unknown[] = [];
  for (const _ of behaviour) takes.push(await store.take(aUse(), new Date()));
  expect(takes).toEqual(["skipped", "skipped", "skipped", "skipped", null]);
  expect(asked).toHaveLength(behaviour.length);
});
