import { execFile, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createSilentServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Redis } from "ioredis";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/database";
import { diagnose } from "@/lib/server/doctor/diagnose";
import { crmOf } from "@/tests/support/crm-records";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";
import { startObjectStorage } from "@/tests/support/object-storage";
import { startPgBouncer } from "@/tests/support/pgbouncer";
import { freePort, startRedis } from "@/tests/support/redis";

/* What `npm run doctor` says of settings, on a real database, Redis, object store, mail server and identity provider. */

const START_MS = 120_000;
/** Less than a server waits for a client that says nothing. */
const END_MS = 45_000;
const stops: (() => unknown)[] = [];

async function listen(answer: RequestListener): Promise<string> {
  // Longer than a test may take: a connection that closes while it is used again would be one more finding.
  const server: Server = createServer({ keepAliveTimeout: START_MS }, answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const json =
  (body: (path: string) => unknown): RequestListener =>
  ({ url = "", headers }, response) => {
    const told = body(url);
    response.writeHead(told === null ? 404 : 200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(told ?? { host: headers.host }));
  };

/** As Inngest answers: the event key is in the address, and the signing key in a header. */
const inngest: RequestListener = ({ url = "", method, headers }, response) => {
  const isEvents = method === "POST" && url === "/e/event-key";
  const isApi = url.startsWith("/v1/events") && headers.authorization === "Bearer signkey-prod-0123";
  response.writeHead(isEvents || isApi ? 200 : 401, { "Content-Type": "application/json" }).end("{}");
};

/** As collectors answer: OTLP over HTTP has one address for traces. */
const collector: RequestListener = ({ url, headers }, response) => {
  const status = url !== "/v1/traces" ? 404 : headers["x-key"] === "of ours" ? 200 : 401;
  response.writeHead(status).end("{}");
};

let right: Record<string, string>;
const given = (changed: Record<string, string>) => ({ ...right, ...changed });
/** The right settings with parts of one address changed. */
const changedIn = (name: "DATABASE_URL" | "REDIS_URL", parts: Partial<URL>) =>
  given({ [name]: Object.assign(new URL(right[name] ?? ""), parts).href });

beforeAll(async () => {
  const redis = await startRedis();
  stops.push(() => redis.kill());
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ password }, _session, done) =>
      password === "right" ? done(null, { user: "ada" }) : done(new Error("no")),
  });
  const smtpPort = await new Promise<number>((resolve) => {
    const listening = smtp.listen(0, "127.0.0.1", () => resolve((listening.address() as AddressInfo).port));
  });
  stops.push(() => new Promise<void>((resolve) => smtp.close(resolve)));
  const service = await listen(json((path) => (path === "/api/v1/health/live" ? { status: "ok" } : null)));
  const storage = await startObjectStorage(service);
  stops.push(() => storage.close());
  const issuer: string = await listen(
    json((path) => (path === "/.well-known/openid-configuration" ? { issuer } : null)),
  );
  const codeHost = await listen(json((path) => (path === "/meta" ? {} : null)));
  right = {
    NODE_ENV: "production",
    DATABASE_URL: process.env.DATABASE_URL ?? "",
    JWT_SECRET: "a-secret-of-the-tests-that-is-long-enough",
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
    BASE_URL: service,
    REDIS_URL: redis.url,
    ...storage.settings,
    SMTP_URL: `smtp://ada:right@127.0.0.1:${smtpPort}`,
    SMTP_FROM: "Acme <no-reply@acme.dev>",
    SUITE_A_CLIENT_ID: "client",
    SUITE_A_CLIENT_SECRET: "secret",
    SUITE_A_ISSUER: issuer,
    CODE_HOST_CLIENT_ID: "client",
    CODE_HOST_CLIENT_SECRET: "secret",
    CODE_HOST_API_URL: codeHost,
    INNGEST_EVENT_KEY: "event-key",
    INNGEST_SIGNING_KEY: "signkey-prod-0123",
    INNGEST_BASE_URL: await listen(inngest),
    OTEL_EXPORTER_OTLP_ENDPOINT: await listen(collector),
    OTEL_EXPORTER_OTLP_HEADERS: "x-team=acme,x-key=of%20ours",
  };
}, START_MS);
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

async function wrongOf(settings: Record<string, string | undefined>): Promise<string[]> {
  const found = await diagnose(settings);
  return found.flatMap(({ verdict, setting, line }) => (verdict === "wrong" ? [`${setting}: ${line}`] : []));
}

/** Migrates the embedded database of a data folder, by the command. */
function deployInto(DATA_DIR: string) {
  const env = { ...process.env, DATABASE_URL: "", DIRECT_DATABASE_URL: "", DATA_DIR };
  const args = ["--import", "tsx", "lib/server/migrate.ts", "deploy"];
  return spawnSync(process.execPath, args, { env, encoding: "utf8", timeout: START_MS });
}

describe("the doctor", () => {
  it("finds nothing wrong if everything is right", async () => {
    expect(await wrongOf(right)).toEqual([]);
  });

  it("finds nothing wrong on a fresh machine, where nothing is set", async () => {
    expect(await wrongOf({})).toEqual([]);
  });

  it.each<[string, Record<string, string>, RegExp[]]>([
    ["a port that is none", { PORT: "65536" }, [/^PORT: /]],
    ["an address without a protocol", { BASE_URL: "acme.dev" }, [/^BASE_URL: /]],
    ["a secret that is too short", { JWT_SECRET: "short" }, [/^JWT_SECRET: must be at least 32 bytes long$/]],
    ["a key that is none", { ENCRYPTION_KEYS: "k1:abc" }, [/^ENCRYPTION_KEYS: must be "id:key" pairs/]],
    ["half a provider", { SUITE_B_CLIENT_ID: "x" }, [/^SUITE_B_CLIENT_SECRET: must be set, because/]],
    ["half a store", { S3_BUCKET: "" }, [/^S3_BUCKET: must be set, because S3_ENDPOINT is$/]],
    [
      "several at once",
      { PORT: "none", DATABASE_URL: "mysql://db", LOG_LEVEL: "loud" },
      [/^LOG_LEVEL: /, /^PORT: /, /^DATABASE_URL: must start with postgresql:/],
    ],
    [
      "a database that is not there",
      { DATABASE_URL: "postgresql://u:p@127.0.0.1:1/app" },
      [/^DATABASE_URL: can't be reached: nothing listens there; correct the address or start it$/],
    ],
    [
      "an address of a database that nobody knows",
      { DATABASE_URL: "postgresql://u@db.invalid/app" },
      [/no such host|can't be resolved/],
    ],
    [
      "a Redis that is not there",
      { REDIS_URL: "redis://127.0.0.1:1" },
      [/^REDIS_URL: can't be reached: nothing listens/],
    ],
    ["a bucket that is not there", { S3_BUCKET: "another" }, [/^S3_(BUCKET|ENDPOINT|ACCESS_KEY_ID): /]],
    [
      "a secret of another key",
      { S3_SECRET_ACCESS_KEY: "another" },
      [/^S3_SECRET_ACCESS_KEY: the secret does not belong/],
    ],
    [
      "a store that is not there",
      { S3_ENDPOINT: "http://127.0.0.1:1" },
      [/^S3_ENDPOINT: can't be used: nothing listens there/],
    ],
    ["a mail server that is not there", { SMTP_URL: "smtp://127.0.0.1:1" }, [/^SMTP_URL: can't be used: /]],
    ["a sender whom nobody takes mail of", { SMTP_FROM: "" }, [/^SMTP_FROM: is an address on localhost/]],
    [
      "an issuer that is not there",
      { SUITE_A_ISSUER: "http://127.0.0.1:65534" },
      [/^SUITE_A_ISSUER: can't be reached: nothing/],
    ],
    [
      "an API that is not there",
      { CODE_HOST_API_URL: "http://127.0.0.1:65534" },
      [/^CODE_HOST_API_URL: can't be reached: noth/],
    ],
    [
      "an event key that Inngest does not know",
      { INNGEST_EVENT_KEY: "other" },
      [/^INNGEST_EVENT_KEY: Inngest does not/],
    ],
    [
      "a signing key of another environment",
      { INNGEST_SIGNING_KEY: "signkey-prod-ff" },
      [/^INNGEST_SIGNING_KEY: Inngest does not know/],
    ],
    [
      "half of Inngest",
      { INNGEST_SIGNING_KEY: "" },
      [/^INNGEST_SIGNING_KEY: must be set, because INNGEST_EVENT_KEY is$/],
    ],
    [
      "an Inngest that is not there",
      { INNGEST_BASE_URL: "http://127.0.0.1:65534" },
      [
        /^INNGEST_EVENT_KEY: Inngest can't be reached: noth/,
        /^INNGEST_SIGNING_KEY: Inngest can't be reached/,
      ],
    ],
    ["runs that end too soon", { INNGEST_RUN_S: "5" }, [/^INNGEST_RUN_S: must be at least 25$/]],
    [
      "a collector that is not there",
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:65534" },
      [/^OTEL_EXPORTER_OTLP_ENDPOINT: can't be reached: nothing listens/],
    ],
    [
      "a header that the collector misses",
      { OTEL_EXPORTER_OTLP_HEADERS: "x-key=another" },
      [/^OTEL_EXPORTER_OTLP_HEADERS: the collector does not let us in/],
    ],
    [
      "a password that is not encoded",
      { SMTP_URL: "smtp://ada:50%zz@127.0.0.1" },
      [/^SMTP_URL: must be an address such as .*, with special characters of the password encoded$/],
    ],
    ["headers that can't be read", { OTEL_EXPORTER_OTLP_HEADERS: "x-key=50%zz" }, [/^OTEL_EXPORTER_OTLP_/]],
    [
      "workspaces that nobody could create",
      { WORKSPACE_CREATION: "operators" },
      [/^OPERATOR_EMAILS: must be set, because WORKSPACE_CREATION is operators$/],
    ],
    ["two things on one port", { METRICS_PORT: "3000", METRICS_TOKEN: "x".repeat(16) }, [/^METRICS_PORT: /]],
    [
      "an address that is not this machine's",
      { HOST: "203.0.113.7" },
      [
        /^HOST: can't be 203\.0\.113\.7 \(EADDRNOTAVAIL\): this machine does not have that address, or not yet$/,
      ],
    ],
    ["a public address without TLS", { BASE_URL: "http://acme.dev" }, [/^BASE_URL: is not https/]],
    [
      "names that are almost those of settings",
      { SIGNUP: "closed", OPERATOR_EMIALS: "a@b.de", METRICS_TOKN: "x" },
      [
        /^SIGNUP: is no setting; if SIGN_UP is meant, call it so$/,
        /^OPERATOR_EMIALS: is no setting; if OPERATOR_EMAILS is meant/,
        /^METRICS_TOKN: is no setting; if METRICS_TOKEN/,
      ],
    ],
    [
      "quotation marks that came along",
      { JWT_SECRET: `"${"x".repeat(32)}"`, LOG_LEVEL: "'warn'" },
      [/^JWT_SECRET: stands in quotation marks/, /^LOG_LEVEL: stands in quotation marks/],
    ],
    [
      "a door that lets nobody in first",
      { SIGN_UP: "closed" },
      [/^OPERATOR_EMAILS: SIGN_UP=closed lets in only who has an account or an invite; name yourself here/],
    ],
  ])("reports %s", async (_what, changed, expected) => {
    const found = await wrongOf(given(changed));
    // Another origin may upload nothing to the store, which is told as well.
    const named = found.filter((line) => !/CORS/.test(line) || /CORS/.test(String(expected)));
    expect(named).toHaveLength(expected.length);
    for (const pattern of expected) expect(named.filter((line) => pattern.test(line))).toHaveLength(1);
  });

  it("reports a refused password, of the database and of the mail server", async () => {
    const url = new URL(right.SMTP_URL ?? "");
    url.password = "wrong";
    expect(await wrongOf(given({ SMTP_URL: url.href }))).toEqual([
      "SMTP_URL: user or password is refused; correct them, encoded as in addresses",
    ]);
  });

  it("reports a database that its server doesn't have, and missing privileges", async () => {
    const another = new URL(right.DATABASE_URL ?? "");
    another.pathname = "/another";
    expect(await wrongOf(given({ DATABASE_URL: another.href }))).toEqual([
      "DATABASE_URL: there is no such database; create it",
    ]);
    await db().$executeRawUnsafe("CREATE ROLE doctor_guest LOGIN PASSWORD 'guest'");
    try {
      const guest = new URL(right.DATABASE_URL ?? "");
      [guest.username, guest.password] = ["doctor_guest", "guest"];
      const [line] = await wrongOf(given({ DATABASE_URL: guest.href }));
      expect(line).toMatch(/^DATABASE_URL: the user may not create tables, which migrations do; GRANT/);
    } finally {
      await db().$executeRawUnsafe("DROP ROLE doctor_guest");
    }
  });

  it("takes no fault in what only resembles a setting, and in spaces around an address", async () => {
    const surroundings = { HOSTNAME: "acme", REDIS_PORT: "tcp://10.0.0.1:6379", DATABASE_URI: "x" };
    const spaced = { DATABASE_URL: ` ${right.DATABASE_URL}\r\n`, REDIS_URL: `${right.REDIS_URL}\n` };
    expect(await wrongOf(given({ ...surroundings, ...spaced }))).toEqual([]);
  });

  it("reports a database that asks for a password or has no TLS, and a port where no database is", async () => {
    expect(await wrongOf(changedIn("DATABASE_URL", { password: "" }))).toEqual([
      "DATABASE_URL: asks for a password; write it into the address",
    ]);
    expect(await wrongOf(changedIn("DATABASE_URL", { search: "?ssl=true" }))).toEqual([
      "DATABASE_URL: its server has no TLS; leave sslmode out of the address, or set TLS up there",
    ]);
    const silent = createSilentServer().listen(0, "127.0.0.1");
    stops.push(() => silent.close());
    await once(silent, "listening");
    const port = String((silent.address() as AddressInfo).port);
    expect(await wrongOf(changedIn("DATABASE_URL", { hostname: "127.0.0.1", port, search: "" }))).toEqual([
      "DATABASE_URL: can't be reached: no Postgres answers there in time; correct the address or start it",
    ]);
  });

  it("reports a database that takes no writes, a pooler without the server's own address, and another database", async () => {
    await db().$executeRawUnsafe("CREATE DATABASE doctor_other");
    await db().$executeRawUnsafe("ALTER DATABASE doctor_other SET default_transaction_read_only = on");
    const other = new URL(right.DATABASE_URL ?? "");
    other.pathname = "/doctor_other";
    const pooler = await startPgBouncer(right.DATABASE_URL ?? "", { mode: "transaction", size: 4 });
    try {
      expect(await wrongOf(given({ DATABASE_URL: other.href }))).toEqual([
        "DATABASE_URL: takes no writes; write the address of the primary server, and of a user who may write",
      ]);
      expect(await wrongOf(given({ DATABASE_URL: pooler.url }))).toEqual([
        "DATABASE_URL: leads to a pooler in transaction mode; set DIRECT_DATABASE_URL to the address of the server itself",
      ]);
      const direct = { DATABASE_URL: pooler.url, DIRECT_DATABASE_URL: right.DATABASE_URL ?? "" };
      expect(await wrongOf(given(direct))).toEqual([]);
      expect(await wrongOf(given({ DIRECT_DATABASE_URL: other.href }))).toContain(
        "DIRECT_DATABASE_URL: leads to another database than DATABASE_URL; write the address of the same one in both",
      );
    } finally {
      await pooler.stop();
      await db().$executeRawUnsafe("DROP DATABASE doctor_other WITH (FORCE)");
    }
  });

  it("reports a Redis that would count no limits", async () => {
    const redis = new Redis(right.REDIS_URL ?? "");
    try {
      await redis.call("ACL", "SETUSER", "guest", "on", ">guest", "+ping", "+info", "+select", "+client");
      const guest = { username: "guest", password: "guest" };
      expect(await wrongOf(changedIn("REDIS_URL", guest))).toEqual([
        expect.stringMatching(/^REDIS_URL: the user may not run scripts that count; allow it \+eval,/),
      ]);
      expect(await wrongOf(changedIn("REDIS_URL", { pathname: "/99" }))).toEqual([
        "REDIS_URL: there is no such database; correct the number at the end of the address",
      ]);
      await redis.call("REPLICAOF", "127.0.0.1", "1");
      expect(await wrongOf(right)).toEqual([
        "REDIS_URL: is a replica, which takes no writes; write the address of the primary server",
      ]);
    } finally {
      await redis.call("REPLICAOF", "NO", "ONE");
      redis.disconnect();
    }
  });

  it("migrate.ts deploys through no pooler, where its lock would be another's", {
    timeout: START_MS,
  }, async () => {
    const pooler = await startPgBouncer(right.DATABASE_URL ?? "", { mode: "transaction", size: 4 });
    try {
      const env = { ...process.env, ...right, DATABASE_URL: pooler.url, DIRECT_DATABASE_URL: "" };
      const args = ["--import", "tsx", "lib/server/migrate.ts", "deploy"];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
      expect(stderr).toMatch(/^DATABASE_URL leads to a pooler in transaction mode\. Set DIRECT_/);
      expect([status, stdout]).toEqual([78, ""]);
    } finally {
      await pooler.stop();
    }
  });

  it("reports a key that is gone while things are stored under it", async () => {
    const { id: developerId } = await aDeveloper();
    try {
      const connection = { developerId, provider: "suite_a", subject: "1", refreshTokenEncrypted: "gone.x" };
      await db().developerConnection.create({ data: connection });
      await db().trackerOwnRedaction.create({ data: { developerId, sealed: "lost.x" } });
      expect(await wrongOf(right)).toEqual([
        'ENCRYPTION_KEYS: lacks the key "gone", under which secrets or tokens are stored; add it after the others',
        'ENCRYPTION_KEYS: lacks the key "lost", under which secrets or tokens are stored; add it after the others',
      ]);
    } finally {
      await db().developer.delete({ where: { id: developerId } });
    }
  });

  it("reports a key that is gone under which only headers of automations and sequences are stored", async () => {
    const owner = await aDeveloper();
    const { id: workspaceId } = await aWorkspace(owner);
    await crmOf(owner.jwt, workspaceId).make("company", { name: "Acme" });
    const { id: objectId } = await db().crmObject.findFirstOrThrow({ where: { workspaceId } });
    const steps = (keyId: string) => [
      { id: randomUUID(), type: "wait", days: 1 },
      { id: randomUUID(), type: "http_request", headers: [{ name: "X-Token", value: `${keyId}.x` }] },
    ];
    const automation = { workspaceId, name: "Tell", triggerType: "record.created", actions: steps("worn") };
    await db().automation.create({ data: automation });
    const sequence = { workspaceId, objectId, name: "Ask", steps: steps("torn") };
    await db().sequence.create({ data: sequence });
    try {
      expect(await wrongOf(right)).toEqual([
        expect.stringContaining('ENCRYPTION_KEYS: lacks the key "torn"'),
        expect.stringContaining('ENCRYPTION_KEYS: lacks the key "worn"'),
      ]);
    } finally {
      await db().workspace.delete({ where: { id: workspaceId } });
      await db().developer.delete({ where: { id: owner.id } });
    }
  });

  it("reports an address that accepts no traces, and a missing dev server", async () => {
    const at = `${right.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`;
    expect(await wrongOf(given({ OTEL_EXPORTER_OTLP_ENDPOINT: at }))).toEqual([
      "OTEL_EXPORTER_OTLP_ENDPOINT: takes no traces (it answered 404); write the address of OTLP over HTTP without /v1/traces",
    ]);
    const dev = { INNGEST_EVENT_KEY: "", INNGEST_SIGNING_KEY: "", INNGEST_DEV: "http://127.0.0.1:65534" };
    expect(await wrongOf(given(dev))).toEqual([
      "INNGEST_DEV: the dev server can't be reached: nothing listens there; start it (npx inngest-cli dev)",
    ]);
  });

  it("reports a port that browsers refuse", async () => {
    expect(await wrongOf(given({ SUITE_A_ISSUER: "http://127.0.0.1:6000" }))).toEqual([
      "SUITE_A_ISSUER: can't be reached: browsers refuse this port; correct the address",
    ]);
  });

  it("reports an issuer with another name, and one that is no issuer", async () => {
    const named = await listen(json(() => ({ issuer: "https://login.acme.dev" })));
    expect(await wrongOf(given({ SUITE_A_ISSUER: named }))).toEqual([
      "SUITE_A_ISSUER: calls itself https://login.acme.dev; write it so",
    ]);
    const page = await listen((_, response) => void response.end("<h1>Welcome</h1>"));
    expect(await wrongOf(given({ SUITE_A_ISSUER: page }))).toEqual([
      "SUITE_A_ISSUER: is no OpenID issuer (it answered 200); copy the issuer's own address",
    ]);
    const lines = await wrongOf(given({ BASE_URL: page }));
    expect(lines.join("\n")).toContain("BASE_URL: something else answers there (200)");
  });

  it("reports a wrong clock", async () => {
    const issuer: string = await listen((request, response) => {
      response.setHeader("Date", new Date(Date.now() - 3_600_000).toUTCString());
      json(() => ({ issuer }))(request, response);
    });
    expect(await wrongOf(given({ SUITE_A_ISSUER: issuer }))).toEqual([
      "clock: this machine's clock is wrong, says the identity provider; set it by NTP",
    ]);
  });

  it("reports a store that pages may not upload to", async () => {
    const elsewhere = await listen(json(() => ({ status: "ok" })));
    const storage = await startObjectStorage("https://elsewhere.acme.dev");
    try {
      const found = await wrongOf(given({ ...storage.settings, BASE_URL: elsewhere }));
      expect(found).toEqual([
        expect.stringMatching(/^S3_BUCKET: pages of .* may not upload to it; allow PUT/),
      ]);
    } finally {
      await storage.close();
    }
  });

  /** What a store answers with: the object that doctor put there. */
  const answerOf = (url = "", method?: string) => (method === "GET" && url.includes("/doctor/") ? "ok" : "");

  it("reports something that answers everything, and is no store", async () => {
    const page = await listen((_request, response) => {
      response.setHeader("Access-Control-Allow-Origin", "*");
      response.end("<html>Welcome</html>");
    });
    expect(await wrongOf(given({ S3_ENDPOINT: page }))).toEqual([
      "S3_ENDPOINT: what answers there is no object store; correct the address",
    ]);
  });

  it("reports a store that pages may upload to only without a checksum", async () => {
    const store = await listen(({ url, headers, method }, response) => {
      const allowed = { "Access-Control-Allow-Origin": right.BASE_URL };
      const isAsked = headers["access-control-request-headers"]?.includes("x-amz-checksum-sha256");
      response.writeHead(method === "OPTIONS" && isAsked ? 403 : 200, allowed).end(answerOf(url, method));
    });
    expect(await wrongOf(given({ S3_ENDPOINT: store }))).toEqual([
      expect.stringMatching(/^S3_BUCKET: pages of .* allow PUT with content-type and x-amz-checksum-sha256/),
    ]);
  });

  it.each([
    ["read its objects", (url: string, method?: string) => method === "GET" && url.includes("/doctor/")],
    ["list its objects", (url: string) => url.includes("list-type=2")],
    ["delete its objects", (_url: string, method?: string) => method === "DELETE"],
  ])("reports a key that may not %s", async (_what, isDenied) => {
    const store = await listen(({ url = "", method }, response) => {
      response.setHeader("Access-Control-Allow-Origin", right.BASE_URL ?? "");
      if (!isDenied(url, method)) return void response.end(answerOf(url, method));
      response.writeHead(403, { "Content-Type": "application/xml" });
      response.end("<Error><Code>AccessDenied</Code></Error>");
    });
    expect(await wrongOf(given({ S3_ENDPOINT: store }))).toEqual([
      expect.stringMatching(/^S3_ACCESS_KEY_ID: .*allow it to put, get, list and delete/),
    ]);
  });

  it.each([
    ["migrate.ts", ["deploy"]],
    ["backup.ts", [path.join(tmpdir(), `never-${process.pid}`)]],
  ])("%s exits with 78 if the address of its database is none", { timeout: START_MS }, (command, rest) => {
    const env = { ...process.env, ...right, DATABASE_URL: "postgresql://a:%ff@h/d", DIRECT_DATABASE_URL: "" };
    const args = ["--import", "tsx", `lib/server/${command}`, ...rest];
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
    expect(stderr).toMatch(
      /^The settings have a problem:\n {2}DATABASE_URL must be an address such as .*\n$/,
    );
    expect(status).toBe(78);
  });

  it.each([
    ["migrate.ts", ["deploy"]],
    ["backup.ts", [path.join(tmpdir(), `never-${process.pid}`)]],
  ])(
    "%s says in one line that its database can't be reached, or isn't there",
    { timeout: START_MS },
    (command, rest) => {
      const missing = new URL(String(process.env.DATABASE_URL));
      missing.pathname = "/nowhere";
      const passwordless = new URL(String(process.env.DATABASE_URL));
      passwordless.password = "";
      for (const [url, line] of [
        [
          "postgresql://a:hunter2@127.0.0.1:1/x",
          "can't be reached: nothing listens there; correct the address or start it.",
        ],
        [missing.href, "there is no such database; create it."],
        // Whose server waits a minute for more: the command must not wait with it.
        [passwordless.href, "asks for a password; write it into the address."],
      ]) {
        const env = { ...process.env, ...right, DATABASE_URL: url, DIRECT_DATABASE_URL: "" };
        const args = ["--import", "tsx", `lib/server/${command}`, ...rest];
        const { status, stderr } = spawnSync(process.execPath, args, {
          env,
          encoding: "utf8",
          timeout: END_MS,
        });
        expect([status, stderr.trim()]).toEqual([1, `DATABASE_URL: ${line}`]);
      }
    },
  );

  it.each([
    ["package.json", "EEXIST"],
    ["package.json/data", "ENOTDIR"],
    // Where nobody can make a folder; Node's own way of making several would go on for ever.
    ["/proc/none/data", "ENOENT"],
  ])("is not needed to learn that DATA_DIR can't be %s", { timeout: START_MS }, (DATA_DIR, code) => {
    const { status, stderr } = deployInto(DATA_DIR);
    expect(stderr).toMatch(new RegExp(`^DATA_DIR can't be .* \\(${code}\\): set it to a folder .*\\n$`));
    expect(status).toBe(78);
  });

  it("is not needed to learn that the data of DATA_DIR belong to another user", {
    timeout: START_MS,
  }, async () => {
    const DATA_DIR = await mkdtemp(path.join(tmpdir(), "another-users-"));
    const folder = path.join(DATA_DIR, "postgres");
    // Nobody but root can give a folder away; everyone can point at one of root's.
    if (process.getuid?.() === 0) await mkdir(folder).then(() => chown(folder, 4_321, 4_321));
    else await symlink("/", folder);
    const { status, stderr } = deployInto(DATA_DIR);
    expect(stderr).toMatch(/^\S+\/postgres belongs to (4321|root): start the service as that user, or .*\n$/);
    expect(status).toBe(78);
    await rm(DATA_DIR, { recursive: true });
  });

  it("is not needed to learn that the built-in identity provider can't write to DATA_DIR", {
    timeout: START_MS,
  }, async () => {
    const [DATA_DIR, PORT] = ["/proc/none/data", String(await freePort())];
    const env = {
      ...process.env,
      ...right,
      BASE_URL: "",
      SUITE_A_CLIENT_ID: "",
      SUITE_A_CLIENT_SECRET: "",
      DATA_DIR,
      PORT,
    };
    const args = ["--import", "tsx", "lib/server/start.ts"];
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8", timeout: END_MS });
    expect(stderr).toMatch(/^\nDATA_DIR can't be .* \(ENOENT\): set it to a folder .*\n$/);
    expect(status).toBe(78);
  });

  it("prints its findings and nothing else", { timeout: START_MS }, async () => {
    const env = { ...process.env, ...right };
    const args = ["--import", "tsx", "lib/server/doctor.ts"];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env });
    expect(stdout).toMatch(/\n\nNothing is wrong\.\n$/);
    expect(stderr).toBe("");
  });

  it("exits with 78 if a setting is wrong, and shows no values", { timeout: START_MS }, () => {
    const env = { ...process.env, ...right, JWT_SECRET: "hunter2" };
    const args = ["--import", "tsx", "lib/server/doctor.ts"];
    const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
    expect(stdout).toContain("WRONG    JWT_SECRET  must be at least 32 bytes long");
    expect(stdout).not.toContain("hunter2");
    expect(status).toBe(78);
  });
});
