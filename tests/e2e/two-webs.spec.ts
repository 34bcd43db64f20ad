import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { SETTING_NAMES } from "@/lib/platform/env";
import { aBody, enrolUploaders } from "@/tests/bench/uploads";
import { api, bearerOf, expect, openConsoleAs, test } from "@/tests/e2e/fixtures";
import { openAsMember, openOwnWorkspace } from "@/tests/e2e/people";
import { readLive } from "@/tests/support/read-live";
import { type RedisServer, startRedis } from "@/tests/support/redis";
import { freePort, type Service, startService } from "@/tests/support/service";

/*
 * Two web processes behind one address, with one database and one Redis: requests go to either in turns, so that nothing
 * may rest on which process one was answered by before.
 */

test.describe.configure({ timeout: 240_000, mode: "serial" });

const ROOT = path.resolve(import.meta.dirname, "../..");
const NONE = Object.fromEntries(SETTING_NAMES.map((name) => [name, ""]));
const BATCHES_PER_MINUTE = 30;

/** A proxy that sends each request to the next of two ports. */
async function inTurns() {
  let [first, second]: [number, number] = [0, 0];
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    const { method, url, headers } = request;
    const port = count % 2 === 0 ? first : second;
    const onward = httpRequest({ port, host: "localhost", method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once("error", () => response.destroy());
    response.once("close", () => onward.destroy());
    request.pipe(onward);
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    lead: (ports: [number, number]) => {
      [first, second] = ports;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Another web process beside that of a service, as `npm run start:web` starts it. */
async function anotherWeb(service: Service, port: number, settings: Record<string, string>) {
  const secrets = JSON.parse(await readFile(path.join(service.dataDir, "secrets.json"), "utf8"));
  const child = spawn(process.execPath, ["lib/server/run.mjs", "start-web"], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...NONE,
      ...secrets,
      ...settings,
      npm_lifecycle_event: "",
      DATABASE_URL: service.databaseUrl,
      DATA_DIR: service.dataDir,
      LOCAL_IDENTITY_URL: service.identityUrl,
      PORT: String(port),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = once(child, "close");
  const isReady = () =>
    fetch(`http://localhost:${port}/api/v1/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; !(await isReady()); tries++) {
    if (tries > 600 || child.exitCode !== null) throw new Error(`The second web process: ${output}`);
    await sleep(100);
  }
  return {
    url: `http://localhost:${port}`,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

let redis: RedisServer;
let service: Service;
let other: Awaited<ReturnType<typeof anotherWeb>>;
let address: Awaited<ReturnType<typeof inTurns>>;

test.beforeAll(async () => {
  redis = await startRedis();
  address = await inTurns();
  const settings = { REDIS_URL: redis.url, BASE_URL: address.url };
  service = await startService(settings);
  const port = await freePort();
  other = await anotherWeb(service, port, settings);
  address.lead([Number(new URL(service.baseUrl).port), port]);
});
test.afterAll(async () => {
  address?.close();
  await other?.stop();
  await service?.stop();
  await redis?.kill();
});

test("people sign in, work and sign out, whichever process answers", async ({ browser, person }) => {
  const context = await browser.newContext({ baseURL: address.url });
  const page = await context.newPage();
  await openConsoleAs(page, person);
  const bearer = await bearerOf(page);
  const me = async (url: string) => {
    const answer = await fetch(`${url}/developers/me`, { headers: { authorization: `Bearer ${bearer}` } });
    await answer.body?.cancel();
    return answer.status;
  };
  expect([await me(service.baseUrl), await me(other.url)]).toEqual([200, 200]);
  await page.getByRole("button", { name: `Account of ${person.name}` }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(`${address.url}/`);
  expect([await me(service.baseUrl), await me(other.url)]).toEqual([401, 401]);
  await context.close();
});

test("limits are counted for both together", async () => {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  const [device] = await enrolUploaders(client, 1);
  await client.end();
  if (!device) throw new Error("no device was enrolled");
  const statuses: number[] = [];
  for (let i = 0; i < BATCHES_PER_MINUTE + 6; i++) {
    const answer = await fetch(`${i % 2 ? service.baseUrl : other.url}/api/v1/tracker/events:batch`, {
      method: "POST",
      headers: { authorization: `Bearer ${device.token}`, "content-type": "application/json" },
      body: aBody(device),
    });
    await answer.body?.cancel();
    statuses.push(answer.status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(BATCHES_PER_MINUTE);
  expect(statuses.slice(BATCHES_PER_MINUTE)).toEqual(Array(6).fill(429));
});

test("changes at one appear at the other, and so does who is viewing", async ({ browser, person }) => {
  const context = await browser.newContext({ baseURL: address.url });
  const page = await context.newPage();
  const owner = await openOwnWorkspace(page, person);
  const guest = await openAsMember(browser, address.url, { ...owner, page }, "developer");
  const table = await api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/tables`, {
    name: "Machines",
    columns: [{ name: "Machine", key: "machine", type: "text" }],
  });
  const at = (url: string) => `${url}/api/v1${owner.path}`;
  const headers = { authorization: `Bearer ${owner.bearer}`, "content-type": "application/json" };
  const stream = readLive(await fetch(`${at(service.baseUrl)}/live`, { headers }));
  const row = JSON.stringify({ values: { machine: "Loom" } });
  const made = await fetch(`${at(other.url)}/tables/${table.id}/rows`, {
    method: "POST",
    headers,
    body: row,
  });
  expect(made.status).toBe(201);
  await expect.poll(() => stream.told).toContainEqual({ area: "tables", id: table.id, kind: "changed" });

  const looks = (url: string, bearer: string) =>
    fetch(`${at(url)}/live/people`, {
      method: "PUT",
      headers: { ...headers, authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ area: "tables", id: table.id }),
    }).then((answer) => answer.json());
  expect(await looks(other.url, guest.bearer)).toEqual({ people: [] });
  await expect.poll(() => stream.told).toContainEqual({ area: "tables", id: table.id, kind: "people" });
  expect(await looks(service.baseUrl, owner.bearer)).toEqual({
    people: [expect.objectContaining({ id: guest.id })],
  });
  await stream.close();
  await guest.page.context().close();
  await context.close();
});

test("misspelled addresses get the same answer at both", async () => {
  for (const spelled of [
    "/api/v1/workspaces/%E0%A4%A",
    "/api/v1/workspaces/%",
    "/w/%E0%A4%A",
    "/f/%ZZ",
    "/%",
  ]) {
    const [one, two] = await Promise.all(
      [service.baseUrl, other.url].map(async (url) => {
        const answer = await fetch(url + spelled);
        return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
      }),
    );
    expect(one?.status, spelled).toBe(400);
    expect({ status: two?.status, type: two?.type }, spelled).toEqual({
      status: one?.status,
      type: one?.type,
    });
    if (spelled.startsWith("/api/"))
      expect(JSON.parse(one?.text ?? ""), spelled).toMatchObject({ detail: expect.any(String) });
  }
});
