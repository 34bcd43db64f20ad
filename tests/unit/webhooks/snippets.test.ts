import { spawn, spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { deliveryHeaders } from "@/lib/webhooks/rules";
import { secretOf, sign } from "@/lib/webhooks/sign";
import { freePort } from "@/tests/support/service";

/* What the console shows subscribers must do what it says: each snippet is run as it stands, by its own language. */

const FOLDER = path.resolve(import.meta.dirname, "../../../lib/ui/webhooks/snippets");
const BODY = JSON.stringify({ type: "record.created", data: { name: "Grüner Tee 🍵 \u2028 GmbH" } });

type Request = { secret: string; headers: Record<string, string>; body: Buffer };

type Driver = { program: string; args: string[] };

/** Each driver reads requests from its input, and prints for each what `verify` made of it: "ok" or its message. */
const DRIVERS = {
  Node: {
    program: process.execPath,
    args: [
      "--input-type=module",
      "--eval",
      `import { readFileSync } from "node:fs";
       const { verify } = await import(process.argv[1] + "/verify.mjs");
       const results = JSON.parse(readFileSync(0, "utf8")).map(({ secret, headers, body }) => {
         try { verify(secret, headers, Buffer.from(body, "base64")); return "ok"; } catch (error) { return error.message; }
       });
       console.log(JSON.stringify(results));`,
      FOLDER,
    ],
  },
  Python: {
    program: "python3",
    args: [
      "-B",
      "-c",
      `import base64, json, sys
sys.path.insert(0, sys.argv[1])
from verify import verify
def outcome(each):
    try:
        verify(each["secret"], each["headers"], base64.b64decode(each["body"]))
        return "ok"
    except ValueError as error:
        return str(error)
print(json.dumps([outcome(each) for each in json.load(sys.stdin)]))`,
      FOLDER,
    ],
  },
};

/** Of a language that the machine may lack: npm does not bring it. */
const PHP: Driver = {
  program: "php",
  args: [
    "-r",
    `require $argv[1] . '/verify.php';
     $outcomes = array_map(function ($each) {
         try {
             verify($each['secret'], $each['headers'], base64_decode($each['body']));
             return 'ok';
         } catch (RuntimeException $error) {
             return $error->getMessage();
         }
     }, json_decode(stream_get_contents(STDIN), true));
     echo json_encode($outcomes);`,
    FOLDER,
  ],
};

/** A script of its own for each request: what it says on its error output. */
const SHELL: Driver = {
  program: process.execPath,
  args: [
    "--input-type=module",
    "--eval",
    `import { spawnSync } from "node:child_process";
     import { readFileSync } from "node:fs";
     const results = JSON.parse(readFileSync(0, "utf8")).map(({ secret, headers, body }) => {
       const args = ["id", "timestamp", "signature"].map((name) => headers["webhook-" + name]);
       const input = Buffer.from(body, "base64");
       const { error, status, stderr } = spawnSync("sh", [process.argv[1] + "/verify.sh", secret, ...args], { input });
       // It ends before it has read the body where the headers alone are wrong.
       if (error && error.code !== "EPIPE") throw error;
       return status === 0 ? "ok" : String(stderr).trim();
     });
     console.log(JSON.stringify(results));`,
    FOLDER,
  ],
};

function isThere(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: "ignore" }).error === undefined;
}

const LANGUAGES = [
  ...Object.entries(DRIVERS),
  ...(isThere("php", "-v") ? [["PHP", PHP] as const] : []),
  ...(isThere("openssl", "version") ? [["Shell", SHELL] as const] : []),
];
for (const name of ["PHP", "Shell"].filter((each) => !LANGUAGES.some(([there]) => there === each))) {
  console.warn(`The snippet for ${name} was not run: its program is not on this machine.`);
}

function outcomes({ program, args }: Driver, requests: Request[]): string[] {
  const input = JSON.stringify(requests.map((each) => ({ ...each, body: each.body.toString("base64") })));
  const { error, status, stdout, stderr } = spawnSync(program, args, { input, encoding: "utf8" });
  if (error)
    throw new Error(`${program} can't be started: install it, or run tests/support/install-tools.ts`);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as string[];
}

/** A request as the service signs and sends it. */
function delivered(secret: string, agoMs = 0): Request {
  const [eventId, body, startedAt] = [randomUUID(), Buffer.from(BODY), new Date(Date.now() - agoMs)];
  const headers = deliveryHeaders({
    deliveryId: randomUUID(),
    eventId,
    eventType: "record.created",
    startedAt,
    ...sign(body, { secret, eventId, at: startedAt }),
  });
  return { secret, headers, body };
}

function withHeaders({ secret, headers, body }: Request, change: Record<string, string>): Request {
  return { secret, headers: { ...headers, ...change }, body };
}

/** Shells start a program for each step, and the machine may be busy. */
const RUN_MS = 120_000;
const SECRET = secretOf(randomBytes(32));

describe.each(LANGUAGES)("the snippet for %s", { timeout: RUN_MS }, (_language, driver) => {
  it("accepts what the service signs, whatever kind of secret it is", () => {
    const secrets = [SECRET, "aGVsbG8gd29ybGQ=", "a-secret-of-our-own", "whsec_not base64!", "aaaaa"];
    const requests = secrets.map((secret) => delivered(secret));
    expect(outcomes(driver, requests)).toEqual(secrets.map(() => "ok"));
  });

  it("accepts one good signature among several, and a clock that is a little off", () => {
    const signed = delivered(SECRET);
    const several = `v1,${randomBytes(32).toString("base64")} v2,abc ${signed.headers["webhook-signature"]}`;
    expect(
      outcomes(driver, [
        withHeaders(signed, { "webhook-signature": several }),
        delivered(SECRET, 290_000),
        delivered(SECRET, -290_000),
      ]),
    ).toEqual(["ok", "ok", "ok"]);
  });

  it("refuses whatever is not exactly what was signed", () => {
    const signed = delivered(SECRET);
    const { "webhook-signature": signature = "", "webhook-timestamp": timestamp = "" } = signed.headers;
    const altered = [
      { ...signed, body: Buffer.from(BODY.replace("created", "deleted")) },
      { ...signed, body: Buffer.concat([signed.body, Buffer.from("\n")]) },
      { ...signed, body: Buffer.alloc(0) },
      { ...signed, secret: secretOf(randomBytes(32)) },
      withHeaders(signed, { "webhook-id": randomUUID() }),
      withHeaders(signed, { "webhook-timestamp": String(Number(timestamp) + 1) }),
      withHeaders(signed, { "webhook-signature": signature.replace("v1,", "v2,") }),
      withHeaders(signed, { "webhook-signature": signature.replace("v1,", "") }),
      withHeaders(signed, { "webhook-signature": "v1," }),
      withHeaders(signed, { "webhook-signature": "v1,é" }),
      withHeaders(signed, { "webhook-signature": `v1,${randomBytes(32).toString("base64")}` }),
    ];
    expect(outcomes(driver, altered)).toEqual(altered.map(() => "The signature does not match"));
  });

  it("refuses what was signed too long ago or too far ahead, or with an invalid time", () => {
    const requests = [
      delivered(SECRET, 310_000),
      delivered(SECRET, -310_000),
      ...["NaN", "soon", "1e999", "-1", "٣"].map((timestamp) =>
        withHeaders(delivered(SECRET), { "webhook-timestamp": timestamp }),
      ),
    ];
    expect(outcomes(driver, requests)).toEqual(requests.map(() => "The timestamp is too far from now"));
  });

  it("refuses a request that lacks a header", () => {
    const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
    const requests = names.map((name) => withHeaders(delivered(SECRET), { [name]: "" }));
    expect(outcomes(driver, requests)).toEqual(names.map(() => "A signature header is missing"));
  });
});

type Server = {
  /** The status it answers to a request. */
  answer(request: Request): Promise<number>;
  /** What it has printed so far. */
  printed(): string;
};

/** Runs `work` with a server that listens, and stops it afterwards. */
async function withServer(program: string, file: string, work: (server: Server) => Promise<void>) {
  const port = await freePort();
  const server = spawn(program, [path.join(FOLDER, file)], {
    env: {
      ...process.env,
      PORT: String(port),
      WEBHOOK_SECRET: SECRET,
      PYTHONDONTWRITEBYTECODE: "1",
      PYTHONUNBUFFERED: "1",
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let printed = "";
  server.stdout.setEncoding("utf8").on("data", (part) => {
    printed += part;
  });
  const url = `http://localhost:${port}/`;
  try {
    await vi.waitFor(() => fetch(url, { method: "HEAD" }), { timeout: 10_000 });
    await work({
      answer: async ({ headers, body }) =>
        (await fetch(url, { method: "POST", headers, body: new Uint8Array(body) })).status,
      printed: () => printed,
    });
  } finally {
    server.kill();
  }
}

describe.each([
  ["Node", process.execPath, "server.mjs"],
  ["Python", "python3", "server.py"],
])("the server for %s", (_language, program, file) => {
  it("accepts signed requests and refuses altered ones", async () => {
    const signed = delivered(SECRET);
    const altered = { ...signed, body: Buffer.from(BODY.replace("created", "deleted")) };
    await withServer(program, file, async ({ answer, printed }) => {
      expect([await answer(altered), await answer(signed)]).toEqual([401, 204]);
      // It answers first and prints then.
      const line = `${signed.headers["webhook-id"]} record.created`;
      await vi.waitFor(() => expect(printed().trim()).toBe(line), { timeout: 10_000 });
    });
  });
});
