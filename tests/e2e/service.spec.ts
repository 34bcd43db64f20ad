import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { access, mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, createServer, request as httpRequest } from "node:http";
import { networkInterfaces, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { SignJWT } from "jose";
import pg from "pg";
import { SETTING_NAMES } from "@/lib/platform/env";
import { freePort, isAlive, type Part, type Service, startService } from "@/tests/support/service";

/* The one command, as people use and misuse it. Each test starts a service of its own. */

test.describe.configure({ timeout: 240_000 });

const ROOT = path.resolve(import.meta.dirname, "../..");
const NONE = Object.fromEntries(SETTING_NAMES.map((name) => [name, ""]));

/** Runs the launcher where it is expected to refuse, and gives back what it said. */
function refusal(settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ["lib/server/run.mjs", "start"], {
    cwd: ROOT,
    env: { ...process.env, ...NONE, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output: output.trim() })));
}

const POLL_MS = 10;

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ status }) => status,
    () => 0,
  );
const health = (service: Service) => answers(`${service.baseUrl}/api/v1/health`);

/** A developer and a JWT of theirs, signed with the installation's own secret. */
async function signedIn(service: Service): Promise<string> {
  const id = randomUUID();
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query(
    "INSERT INTO developer (id, name, email, email_verified, updated_at) VALUES ($1, 'Ada', $2, true, now())",
    [id, `${id}@example.com`],
  );
  await client.end();
  const { JWT_SECRET } = JSON.parse(await readFile(path.join(service.dataDir, "secrets.json"), "utf8"));
  return new SignJWT({ type: "access" })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(id)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(Buffer.from(JWT_SECRET));
}

async function me(service: Service, jwt: string): Promise<number> {
  const response = await fetch(`${service.baseUrl}/developers/me`, {
    headers: { authorization: `Bearer ${jwt}` },
  });
  await response.body?.cancel();
  return response.status;
}

test("the service names every wrong setting on a line of its own and starts nothing", async () => {
  const dataDir = path.join(tmpdir(), `wps-never-${randomUUID()}`);
  const { code, output } = await refusal({
    DATA_DIR: dataDir,
    PORT: "99999",
    LOG_LEVEL: "loud",
    JWT_SECRET: "short",
  });
  expect(code).toBe(78);
  const [head, ...lines] = output.split("\n");
  expect(head).toBe("The settings have problems:");
  expect(lines.map((line) => line.trim().split(" ")[0])).toEqual(["LOG_LEVEL", "PORT", "JWT_SECRET"]);
  expect(output).not.toContain("short");
  await expect(access(dataDir)).rejects.toThrow();
});

test("the service invents no secrets for a database that is not its own", async () => {
  const { code, output } = await refusal({
    DATABASE_URL: "postgresql://localhost:1/x",
    PORT: String(await freePort()),
  });
  expect(code).toBe(78);
  expect(output).toContain("JWT_SECRET must be set.");
  expect(output).toContain("ENCRYPTION_KEYS must be set.");
});

test("the service says clearly when its port is taken, and leaves no data behind", async () => {
  const other = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
  const dataDir = path.join(tmpdir(), `wps-never-${randomUUID()}`);
  const { code, output } = await refusal({ PORT: String(port), DATA_DIR: dataDir });
  other.close();
  expect(code).toBe(1);
  expect(output).toBe(`Port ${port} is taken by another program. Stop it, or set PORT to another port.`);
  await expect(access(dataDir)).rejects.toThrow();
});

test("the service refuses to run twice on the same data, and the first one keeps running", async () => {
  const service = await startService();
  const { code, output } = await refusal({
    DATA_DIR: service.dataDir,
    PORT: String(await freePort()),
    LOCAL_IDENTITY_PORT: String(await freePort()),
  });
  expect(code).toBe(1);
  expect(output).toContain("is in use by a service that is already running");
  await expect.poll(() => health(service)).toBe(200);
  await service.stop();
});

test("the service keeps an idle connection for longer than the minute between two uploads", async () => {
  const service = await startService();
  const agent = new Agent({ keepAlive: true });
  const kept = await new Promise((resolve, reject) => {
    httpRequest(`${service.baseUrl}/api/v1/health`, { agent }, (response) => {
      response.resume();
      resolve(response.headers["keep-alive"]);
    })
      .once("error", reject)
      .end();
  });
  agent.destroy();
  expect(kept).toBe("timeout=65");
  await service.stop();
});

test("the service says what is embedded, and listens only on this machine", async () => {
  const service = await startService();
  for (const part of ["Database", "Jobs", "Sign-in", "Limits", "Storage", "Data"]) {
    expect(service.output()).toMatch(new RegExp(`^ {2}${part} +\\S`, "m"));
  }
  expect(service.output()).toContain(`Ready: ${service.baseUrl}\n`);
  const { port } = new URL(service.baseUrl);
  const outward = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4");
  for (const { address } of outward) expect(await answers(`http://${address}:${port}/api/v1/health`)).toBe(0);
  await service.stop();
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  test(`the service stops everything on ${signal} with exit code 0, and finds its data and secrets again`, async () => {
    const service = await startService();
    const jwt = await signedIn(service);
    expect(await me(service, jwt)).toBe(200);
    const parts: Part[] = ["launcher", "web", "worker", "identity", "postgres"];
    const pids = await Promise.all(parts.map((part) => service.pid(part)));
    expect(await service.stop({ keepData: true, signal })).toBe(0);
    for (const pid of pids) expect(await isAlive(pid)).toBe(false);
    await service.start();
    expect(await me(service, jwt)).toBe(200);
    await service.stop();
  });
}

test("the service finishes the current request before it stops", async () => {
  const service = await startService();
  const jwt = await signedIn(service);
  const body = JSON.stringify({ name: "Analytical Engines" });
  const created = new Promise<number>((resolve, reject) => {
    const request = httpRequest(`${service.baseUrl}/workspaces`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${jwt}`,
        "content-length": body.length,
        "content-type": "application/json",
        expect: "100-continue",
      },
    });
    request.once("error", reject);
    request.once("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    // The server says "100 Continue" when it has taken the request up; then it is told to stop, and only then gets the body.
    request.once("continue", async () => {
      const stopped = service.stop();
      while ((await health(service)) !== 0) await sleep(POLL_MS);
      request.end(body);
      await stopped;
    });
    request.flushHeaders();
  });
  expect(await created).toBe(201);
});

for (const part of ["web", "worker", "identity", "postgres"] as const) {
  test(`the service comes back by itself after kill -9 of its ${part} process`, async () => {
    const service = await startService();
    const jwt = await signedIn(service);
    const before = await service.pid(part);
    await service.kill(part);
    await expect.poll(() => service.pid(part).catch(() => before), { timeout: 20_000 }).not.toBe(before);
    await expect.poll(() => me(service, jwt).catch(() => 0), { timeout: 20_000 }).toBe(200);
    const identity = `${service.identityUrl}/.well-known/openid-configuration`;
    await expect.poll(() => answers(identity), { timeout: 20_000 }).toBe(200);
    expect(await service.stop()).toBe(0);
  });
}

test("the service leaves nothing on its port when the launcher is killed, and the next start finds the data", async () => {
  const service = await startService();
  const jwt = await signedIn(service);
  const pids = await Promise.all((["web", "worker", "identity"] as const).map((part) => service.pid(part)));
  await service.kill("launcher");
  await service.start();
  expect(await me(service, jwt)).toBe(200);
  for (const pid of pids) await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
  expect(await service.stop()).toBe(0);
});

test("the service stops everything when npm is told to stop, whose shell keeps the signal to itself", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "wps-npm-"));
  const npm = spawn("npm", ["start"], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...NONE,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      LOCAL_IDENTITY_PORT: String(await freePort()),
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  npm.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  await expect.poll(() => output, { timeout: 60_000 }).toContain("Ready: ");
  const launcher = Number(await readFile(path.join(dataDir, "launcher.pid"), "utf8"));
  npm.kill("SIGTERM");
  await expect.poll(() => isAlive(launcher), { timeout: 20_000 }).toBe(false);
  await expect(access(path.join(dataDir, "postgres", "postmaster.pid"))).rejects.toThrow();
  await rm(dataDir, { recursive: true, force: true });
});

for (const sign of ["launcher.pid", "postgres.new", "postgres/postmaster.pid"]) {
  test(`the service stops cleanly when it is told to as soon as ${sign} is there`, async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "wps-early-"));
    const child = spawn(process.execPath, ["lib/server/run.mjs", "start"], {
      cwd: ROOT,
      env: {
        ...process.env,
        ...NONE,
        DATA_DIR: dataDir,
        PORT: String(await freePort()),
        LOCAL_IDENTITY_PORT: String(await freePort()),
      },
      stdio: "ignore",
    });
    const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
    const exists = (file: string) =>
      access(path.join(dataDir, file)).then(
        () => true,
        () => false,
      );
    while (!(await exists(sign))) await sleep(POLL_MS);
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    expect(await exists("postgres/postmaster.pid")).toBe(false);
    expect(await exists("launcher.pid")).toBe(false);
    await rm(dataDir, { recursive: true, force: true });
  });
}

test("a stop sends the spans of the last moment, and waits no longer than 2 s for a collector that hangs", async () => {
  const seen: string[] = [];
  let isHanging = false;
  const collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    seen.push(Buffer.concat(chunks).toString("utf8"));
    if (!isHanging) response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const port = await freePort();
  await new Promise<void>((resolve) => collector.listen(port, "127.0.0.1", resolve));
  const service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  try {
    const asked = async (id: string) => {
      const headers = { "x-request-id": id };
      // By Next, and by the front door itself.
      expect((await fetch(`${service.baseUrl}/api/v1/health/live`, { headers })).status).toBe(200);
      const lane = `${service.baseUrl}/api/v1/tracker/devices:heartbeat`;
      expect((await fetch(lane, { method: "POST", headers })).status).toBe(401);
    };
    const first = randomUUID();
    await asked(first);
    expect(await service.stop({ keepData: true })).toBe(0);
    expect(seen.join("").split(first).length - 1).toBe(2);
    isHanging = true;
    await service.start();
    await asked(randomUUID());
    expect(await service.stop()).toBe(0);
  } finally {
    await service.stop();
    collector.closeAllConnections();
    await new Promise((resolve) => collector.close(resolve));
  }
});
