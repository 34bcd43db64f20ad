import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { oas31 } from "zod-openapi";
import { documentAt } from "@/app/api/v1/openapi.json/document";
import { ROUTES } from "@/app/api/v1/openapi.json/routes";
import { POST as mintKey } from "@/app/api/v1/workspaces/[workspace_id]/api-keys/route";
import { POST as invite } from "@/app/api/v1/workspaces/[workspace_id]/invites/route";
import { GET as roles } from "@/app/api/v1/workspaces/[workspace_id]/roles/route";
import { POST as createTable } from "@/app/api/v1/workspaces/[workspace_id]/tables/route";
import { listAreas, type Operation } from "@/app/docs/reference";
import type { Route } from "@/lib/routes/route";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";

/* The commands of the API reference as a reader copies them: read by a shell, and sent by curl to the handlers. */

const LOAD_MS = 120_000;

/** What a shell makes of commands; `curl` only writes down what it is given. */
async function argumentsOf(commands: readonly string[], env: Record<string, string>): Promise<string[][]> {
  const script = `curl() { printf '%s\\0' "$@"; printf '\\1'; }\n${commands.join("\n\n")}\n`;
  const { output } = await shell(script, env);
  return output
    .split("\u0001")
    .slice(0, -1)
    .map((each) => each.split("\0").slice(0, -1));
}

async function shell(
  script: string,
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn("sh", ["-eu"], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "ignore"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (part) => {
    output += part;
  });
  child.stdin.end(script);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output };
}

async function operationsAt(baseUrl: string): Promise<Operation[]> {
  return (await listAreas(baseUrl)).flatMap(({ operations }) => operations);
}

async function routeOf({ method, path }: Operation): Promise<Route | undefined> {
  const module = (await ROUTES[path]?.()) as Record<string, Route> | undefined;
  return module?.[method];
}

describe("a sample of the API reference", () => {
  let operations: Operation[];
  let sent: string[][];
  let names: Set<string>;
  beforeAll(async () => {
    operations = await operationsAt("https://api.acme.dev");
    names = new Set(
      operations.flatMap(({ curl }) => [...curl.matchAll(/\$([A-Z_0-9]+)/g)].map(([, name = ""]) => name)),
    );
    const env = Object.fromEntries([...names].map((name) => [name, `~${name}~`]));
    sent = await argumentsOf(
      operations.map(({ curl }) => curl),
      env,
    );
  }, LOAD_MS);

  it("is one shell command, for each operation", () => {
    expect(sent).toHaveLength(operations.length);
    for (const [index, [url = ""]] of sent.entries()) {
      expect(URL.canParse(url), url).toBe(true);
      expect(url.startsWith("https://api.acme.dev/api/v1/"), operations[index]?.curl).toBe(true);
    }
  });

  it("has the bearer token in a header if the operation needs one, and never in an address", () => {
    for (const [index, args] of sent.entries()) {
      const { id, authentication } = operations[index] as Operation;
      const headers = args.filter((_, at) => args[at - 1] === "-H");
      const bearers = headers.filter((header) => header === "Authorization: Bearer ~TOKEN~");
      expect(bearers.length, id).toBe(authentication === "Needs a bearer token." ? 1 : 0);
      expect(args[0], id).not.toContain("~TOKEN~");
    }
    expect([...names]).toEqual(
      expect.arrayContaining(["TOKEN", "INVITE_TOKEN", "WORKSPACE_ID", "PROJECT_SLUG"]),
    );
  });

  it("has a body that the route accepts, and every required header", async () => {
    let bodies = 0;
    for (const [index, args] of sent.entries()) {
      const operation = operations[index] as Operation;
      const declaration = (await routeOf(operation))?.declaration;
      const schema = declaration?.body ?? declaration?.sends?.["application/json"]?.body;
      const body = args[args.indexOf("-d") + 1];
      expect(args.includes("-d"), operation.id).toBe(schema !== undefined);
      if (schema) {
        bodies += 1;
        expect(schema.safeParse(JSON.parse(body ?? "")).error?.issues, operation.id).toBeUndefined();
        expect(args).toContain("Content-Type: application/json");
      }
      for (const { name } of operation.parameters.filter((each) => each.in === "header" && each.isRequired)) {
        expect(
          args.some((arg) => arg.startsWith(`${name}: `)),
          `${operation.id} ${name}`,
        ).toBe(true);
      }
    }
    expect(bodies).toBeGreaterThan(90);
  });

  it("has a query that the route accepts, once its variables are filled in", async () => {
    const refused: string[] = [];
    for (const [index, [url = ""]] of sent.entries()) {
      const operation = operations[index] as Operation;
      const given = Object.fromEntries(new URL(url).searchParams);
      const issues = (await routeOf(operation))?.declaration.query?.safeParse(given).error?.issues ?? [];
      refused.push(
        ...issues
          .filter(({ path }) => !given[String(path[0])]?.startsWith("~"))
          .map(({ path, message }) => `${operation.id} ${path.join(".")}: ${message}`),
      );
    }
    expect(refused).toEqual([]);
  });
});

/** Answers requests by the handlers of the routes. */
async function serve(): Promise<Server> {
  const patterns = Object.entries(ROUTES).map(([path, load]) => ({
    pattern: new RegExp(`^/api/v1${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
    load,
  }));
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", "http://localhost:3000");
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const found = patterns.find(({ pattern }) => pattern.test(url.pathname));
    const route = (await found?.load())?.[request.method as "GET"];
    const params = Promise.resolve({ ...found?.pattern.exec(url.pathname)?.groups });
    const body = request.method === "GET" ? {} : { body: Buffer.concat(parts) };
    const headers = request.headers as Record<string, string>;
    const asked = new Request(url, { method: request.method ?? "", headers, ...body });
    const answer = route ? await route(asked, { params }) : new Response(null, { status: 404 });
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

describe("sent as it was copied", () => {
  let server: Server;
  let operations: Map<string, Operation>;
  beforeAll(async () => {
    server = await serve();
    const list = await operationsAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    operations = new Map(list.map((operation) => [operation.id, operation]));
  }, LOAD_MS);
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** The status that curl gets. */
  async function statusOf(id: string, env: Record<string, string>): Promise<number> {
    const curl = operations.get(id)?.curl ?? `no operation ${id}`;
    const quiet = "--silent --noproxy '*' --output /dev/null --write-out '%{http_code}'";
    const { output } = await shell(curl.replace(/^curl /, `curl ${quiet} `), env);
    return Number(output);
  }

  it("is accepted as a received webhook", async () => {
    const ids = ["codeHost", "chat", "payments", "mail"].map((name) => `receivedWebhooks.${name}`);
    const env = { CODE_HOST_SIGNATURE: "", CHAT_SIGNATURE: "", PAYMENTS_SIGNATURE: "" };
    expect(await Promise.all(ids.map((id) => statusOf(id, env)))).toEqual([200, 200, 200, 200]);
  });

  it("does its work with a bearer, an invite's token, or a workspace's key", {
    timeout: LOAD_MS,
  }, async () => {
    const [owner, guest] = [await aDeveloper(), await aDeveloper()];
    const workspace = await aWorkspace(owner);
    const asOwner = { bearer: owner.jwt, params: { workspace_id: workspace.id } };
    const all = (await call(roles, "GET", asOwner)).json as { id: string; slug: string }[];
    const role = all.find(({ slug }) => slug === "developer");
    const invited = await call(invite, "POST", {
      ...asOwner,
      body: { email: guest.email, custom_role_id: role?.id },
    });
    const key = await call(mintKey, "POST", { ...asOwner, body: { name: "Shop" } });
    const env = {
      TOKEN: owner.jwt,
      WORKSPACE_ID: workspace.id,
      INVITE_TOKEN: invited.json.token,
      WORKSPACE_KEY: key.json.key,
      OBJECT_SLUG: "company",
      DEVELOPER_ID: owner.id,
    };
    const reads = [
      "workspaces.list",
      "workspaces.get",
      "workspaces.me.get",
      "crm.objects.list",
      "members.get",
    ];
    const made = [
      "workspaces.create",
      "forms.create",
      "tables.create",
      "crm.webhooks.create",
      "teams.create",
    ];
    const others = ["crm.records.list", "invites.get", "audit.export", "me.update"];
    for (const id of [...reads, ...others]) expect([id, await statusOf(id, env)]).toEqual([id, 200]);
    for (const id of made) expect([id, await statusOf(id, env)]).toEqual([id, 201]);
    expect(await statusOf("invites.accept", { ...env, TOKEN: guest.jwt })).toBe(200);
    expect(await statusOf("eventIngestion.events.create", env)).toBe(200);
  });

  it("makes what its body shows: records, columns and rows, automations, rules", {
    timeout: LOAD_MS,
  }, async () => {
    const owner = await aDeveloper();
    const workspace = await aWorkspace(owner);
    const asOwner = { bearer: owner.jwt, params: { workspace_id: workspace.id } };
    const table = await call(createTable, "POST", { ...asOwner, body: { name: "Sites" } });
    const env = {
      ...{ TOKEN: owner.jwt, WORKSPACE_ID: workspace.id, OBJECT_SLUG: "company" },
      ...{ TABLE_ID: table.json.id, MATCH: "domain" },
    };
    const steps: [string, number][] = [
      ["crm.records.create", 201],
      ["crm.records.upsert", 200],
      ["crm.records.import", 200],
      ["crm.automations.create", 201],
      ["crm.sequences.create", 201],
      ["tables.columns.create", 201],
      ["tables.rows.create", 201],
      ["tables.rows.writeMany", 200],
      ["tables.rows.import", 200],
      ["tracker.ownRules.import", 200],
      ["tracker.workspaceRules.import", 200],
      ["tracker.redaction.set", 200],
    ];
    for (const [id, status] of steps) expect([id, await statusOf(id, env)]).toEqual([id, status]);
  });
});

describe("the body of a sample", () => {
  it("has no empty map and no word that only stands in for a text", async () => {
    const hollow = (value: unknown, at: string): string[] => {
      if (value === "text" && !at.endsWith(".type")) return [at];
      if (typeof value !== "object" || value === null) return [];
      const parts = Object.entries(value);
      return parts.length === 0 ? [at] : parts.flatMap(([key, part]) => hollow(part, `${at}.${key}`));
    };
    const document = await documentAt("https://api.acme.dev");
    const contents = Object.values(document.paths ?? {}).flatMap((item) =>
      Object.values(item as Record<string, oas31.OperationObject>).flatMap(
        ({ operationId = "", requestBody }) =>
          Object.values((requestBody as oas31.RequestBodyObject | undefined)?.content ?? {}).map(
            ({ example, examples }) => ({ operationId, example: example ?? examples }),
          ),
      ),
    );
    expect(contents.length).toBeGreaterThan(90);
    expect(contents.flatMap(({ operationId, example }) => hollow(example, operationId))).toEqual([]);
  });
});
