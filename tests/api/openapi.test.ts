import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { oas31 } from "zod-openapi";
import { GET } from "@/app/api/v1/openapi.json/route";
import { ROUTES } from "@/app/api/v1/openapi.json/routes";
import { buildDocument } from "@/lib/routes/openapi";
import { publicRoute } from "@/lib/routes/public-route";
import { PageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { DOC_AREAS } from "@/lib/ui/shell/doc-areas";
import { EVENT_TYPES } from "@/lib/webhooks/catalog";
import { call } from "@/tests/support/call";

async function theDocument() {
  const answer = await call(GET, "GET");
  expect(answer.status).toBe(200);
  return answer.json;
}

/** Every route is loaded for it, which takes a while. */
const LOAD_MS = 120_000;
beforeAll(async () => {
  await theDocument();
}, LOAD_MS);

/** Every `$ref` of a document, wherever it stands. */
function refsOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" && typeof inner === "string" ? [inner] : refsOf(inner),
  );
}

/** The source files below some folders. */
function sourcesBelow(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("platform/prisma/"))
      .map((file) => readFileSync(path.join(folder, file), "utf8")),
  );
}

function resolve(document: unknown, ref: string): unknown {
  const steps = ref.replace(/^#\//, "").split("/");
  return steps.reduce((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
}

describe("the areas of the reference", () => {
  it("are the ones that the palette links to", async () => {
    const { tags } = await theDocument();
    expect(tags.map(({ name }: { name: string }) => name)).toEqual(DOC_AREAS);
  });
});

describe("GET /openapi.json", () => {
  it("is left to Next to pack, which would pack it twice, and not sent again to who has it", async () => {
    const ask = (headers: Record<string, string>) =>
      GET(new Request("http://localhost/api/v1/openapi.json", { headers }), {
        params: Promise.resolve(undefined),
      });
    const answer = await ask({ "accept-encoding": "br, gzip" });
    expect(answer.headers.has("content-encoding")).toBe(false);
    expect((await answer.json()).openapi).toMatch(/^3\.1/);
    expect((await ask({ "if-none-match": answer.headers.get("etag") ?? "" })).status).toBe(304);
  });

  it("is valid OpenAPI 3.1 according to a public validator", async () => {
    const result = await new Validator().validate(await theDocument());
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it("contains no dangling reference", async () => {
    const document = await theDocument();
    const refs = [...new Set(refsOf(document))];
    expect(refs.length).toBeGreaterThan(5);
    expect(refs.filter((ref) => resolve(document, ref) === undefined)).toEqual([]);
  });

  it("lists every operation once, with a summary, an area and its possible answers", async () => {
    const document = await theDocument();
    const items = Object.values<Record<string, oas31.OperationObject>>(document.paths);
    const operations = items.flatMap((item) => Object.values(item));
    const ids = operations.map((operation) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const areas = new Set(document.tags.map((tag: { name: string }) => tag.name));
    for (const operation of operations) {
      expect(operation.summary).not.toBe("");
      expect((operation.tags ?? []).filter((tag) => areas.has(tag))).toHaveLength(1);
      const statuses = Object.keys(operation.responses ?? {});
      expect(statuses).toContain("500");
      // 202 stands beside another one where work may go on after the answer.
      // 304 stands beside 200 for callers who have the answer.
      const done = statuses.filter((status) => /^[23]/.test(status) && status !== "304");
      const others = done.length > 1 ? done.filter((status) => status !== "202") : done;
      // 201 stands beside 200 where what was not there is made.
      if (others.length > 1) expect(others).toEqual(["200", "201"]);
      else expect(others).toHaveLength(1);
    }
  });

  it("gives operations names that generated clients can group, and describes all their input", async () => {
    const document = await theDocument();
    const items = Object.values<Record<string, oas31.OperationObject>>(document.paths);
    const operations = items.flatMap((item) => Object.values(item));
    const ids = operations.map(({ operationId = "" }) => operationId);
    expect(ids).toContain("crm.records.list");
    for (const id of ids) {
      expect(id).toMatch(/^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)+$/);
      expect(ids.filter((other) => other.startsWith(`${id}.`))).toEqual([]);
    }
    for (const { operationId, description, parameters = [] } of operations) {
      expect(description, operationId).toMatch(/\S/);
      for (const parameter of parameters as oas31.ParameterObject[]) {
        expect(parameter.description, `${operationId} ${parameter.name}`).toMatch(/\S/);
      }
    }
  });

  it("says of every list in a body how long it may be, because a schema looks at every element of a wrong one", async () => {
    const document = await theDocument();
    const unbounded = (value: unknown, ways: readonly string[] = []): string[] => {
      const schema = value as oas31.SchemaObject & { $ref?: string };
      if (schema.$ref) {
        return ways.includes(schema.$ref)
          ? []
          : unbounded(resolve(document, schema.$ref), [...ways, schema.$ref]);
      }
      const {
        type,
        maxItems,
        items,
        properties = {},
        additionalProperties,
        anyOf = [],
        oneOf = [],
        allOf = [],
      } = schema;
      const own = type === "array" && maxItems === undefined ? [ways.at(-1) ?? "the body"] : [];
      const inner = [items, additionalProperties, ...anyOf, ...oneOf, ...allOf];
      const named = Object.entries(properties).flatMap(([name, each]) => unbounded(each, [...ways, name]));
      return [
        ...own,
        ...named,
        ...inner.flatMap((each) => (typeof each === "object" ? unbounded(each, ways) : [])),
      ];
    };
    const found: string[] = [];
    for (const [path, load] of Object.entries(ROUTES)) {
      for (const [method, { declaration }] of Object.entries(await load())) {
        // Others read their bodies by themselves.
        if (!declaration.body) continue;
        const { requestBody } = document.paths[path][method.toLowerCase()];
        for (const { schema } of Object.values<oas31.MediaTypeObject>(requestBody.content)) {
          found.push(...unbounded(schema).map((place) => `${method} ${path}: ${place}`));
        }
      }
    }
    expect(found).toEqual([]);
  });

  it("gives no type to properties that it does not name beside those that it does", async () => {
    const typedRests = (value: unknown, at: string): string[] => {
      if (typeof value !== "object" || value === null) return [];
      const { properties, additionalProperties: rest = false } = value as oas31.SchemaObject;
      const isTyped = typeof rest === "object" && Object.keys(rest).length > 0;
      const own = properties && Object.keys(properties).length > 0 && isTyped ? [at] : [];
      return [...own, ...Object.entries(value).flatMap(([key, each]) => typedRests(each, `${at}/${key}`))];
    };
    expect(typedRests(await theDocument(), "")).toEqual([]);
  });

  it("contains an example of every body, which the service itself accepts", async () => {
    const document = await theDocument();
    const counts = { sent: 0, answered: 0 };
    for (const [path, load] of Object.entries(ROUTES)) {
      for (const [method, { declaration }] of Object.entries(await load())) {
        const { requestBody, responses } = document.paths[path][method.toLowerCase()];
        const [sent] = Object.values<oas31.MediaTypeObject>(requestBody?.content ?? {});
        if (sent) {
          counts.sent += 1;
          const examples = Object.values(sent.examples ?? { own: { value: sent.example } });
          const schema = declaration.body ?? declaration.sends?.["application/json"]?.body;
          for (const { value } of examples as oas31.ExampleObject[]) {
            expect(value, `${method} ${path}`).toBeDefined();
            expect(schema?.safeParse(value).error?.issues, `${method} ${path}`).toBeUndefined();
          }
        }
        const { response, accepted } = declaration;
        if (response === undefined || typeof response === "string") continue;
        for (const status of ["200", "201", "202"].filter((each) => responses[each])) {
          counts.answered += 1;
          const answered = response instanceof PageOf ? response.items : response;
          const schema = status === "202" && accepted ? accepted : answered;
          const { example } = responses[status].content["application/json"];
          expect(schema.safeParse(example).error?.issues, `${status} ${method} ${path}`).toBeUndefined();
        }
      }
    }
    expect(counts.sent).toBeGreaterThan(90);
    expect(counts.answered).toBeGreaterThan(200);
  });

  it("names every request header that the service reads, except those of every request", async () => {
    const document = await theDocument();
    const items = Object.values<Record<string, oas31.OperationObject>>(document.paths);
    const parameters = items.flatMap((item) => Object.values(item).flatMap((each) => each.parameters ?? []));
    const named = new Set(
      (parameters as oas31.ParameterObject[])
        .filter((each) => each.in === "header")
        .map(({ name }) => name.toLowerCase()),
    );
    const OF_EVERY_REQUEST = [
      ...[
        "accept",
        "accept-encoding",
        "authorization",
        "content-encoding",
        "content-length",
        "cookie",
        "host",
        "origin",
      ],
      ...["content-type", "traceparent", "user-agent", "x-forwarded-for", "x-request-id"],
    ];
    // Of answers that the service gets or has made.
    const OF_ANSWERS = [
      "link",
      "location",
      "retry-after",
      "set-cookie",
      "x-ratelimit-remaining",
      "etag",
      "cache-control",
      "date",
      "access-control-allow-origin",
    ];
    const read = sourcesBelow("lib", "app/api").flatMap((source) =>
      [...source.matchAll(/headers\.(?:get|has)\("([\w-]+)"\)/g)].map(([, name = ""]) => name.toLowerCase()),
    );
    expect(read).toContain("if-match");
    const known = new Set([...named, ...OF_EVERY_REQUEST, ...OF_ANSWERS]);
    expect(read.filter((name) => !known.has(name))).toEqual([]);
    const some = ["x-share-password", "x-api-key", "if-match", "idempotency-key", "x-host-event"];
    expect(some.filter((name) => !named.has(name))).toEqual([]);
  });

  it("says of every route that reads If-Match that it refuses a malformed one", async () => {
    const { paths } = await theDocument();
    const operations = Object.values<Record<string, oas31.OperationObject>>(paths).flatMap((item) =>
      Object.values(item),
    );
    const reading = operations.filter(({ parameters }) =>
      JSON.stringify(parameters ?? []).includes("If-Match"),
    );
    expect(reading.length).toBeGreaterThan(0);
    for (const { operationId, responses } of reading) {
      expect([operationId, Object.keys(responses ?? {})]).toEqual([
        operationId,
        expect.arrayContaining(["400"]),
      ]);
    }
  });

  it("says who may call what", async () => {
    const { paths, components, servers, info } = await theDocument();
    expect(paths["/public/tables/{share_link}/rows"].get.security).toEqual([
      {},
      { share_ticket: [] },
      { share_password: [] },
    ]);
    expect(paths["/event-ingestion/events"].post.security[0]).toEqual({ workspace_key: [] });
    expect(paths["/webhooks/code_host"].post.security).toEqual([{ code_host_signature: [] }]);
    expect(paths["/health"].get.security).toEqual([]);
    expect(paths["/workspaces"].get.security).toEqual([{ bearer: [] }]);
    expect(components.securitySchemes.workspace_key_header).toMatchObject({
      in: "header",
      name: "X-Api-Key",
    });
    expect(servers).toEqual([{ url: "http://localhost:3000/api/v1" }]);
    expect(info).toMatchObject({
      license: { identifier: "Apache-2.0" },
      contact: { url: expect.any(String) },
    });
    expect(info.version).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
  });

  it("has no escaped slashes in patterns: generators that escape them made expressions that can't be read", async () => {
    const { components } = await theDocument();
    const { pattern } = components.schemas.AdoptRepository.properties.full_name;
    expect(pattern).toContain("/");
    expect(pattern).not.toContain("\\/");
  });

  it("describes files that may be JSON, and headers that only some answers have", async () => {
    const { paths, components } = await theDocument();
    const file = paths["/tracker/events/export"].get.responses["200"];
    expect(Object.keys(file.content)).toEqual(["text/csv", "application/json"]);
    expect(file.content["application/json"].schema.items).toEqual({
      $ref: "#/components/schemas/CapturedEvent",
    });
    expect(Object.keys(file.headers)).toContain("Content-Disposition");
    const answers =
      paths["/workspaces/{workspace_id}/forms/{form_id}/submissions/export"].get.responses["200"];
    expect(Object.keys(answers.content)).toEqual(["text/csv", "application/json"]);
    expect(Object.keys(paths["/workspaces"].post.responses["201"].headers)).toContain("Idempotent-Replayed");
    expect(Object.keys(paths["/workspaces"].get.responses["200"].headers)).not.toContain(
      "Idempotent-Replayed",
    );
    for (const name of ["Conflict", "TooManyRequests", "Unavailable"])
      expect(Object.keys(components.responses[name].headers), name).toContain("Retry-After");
  });

  it("defines any JSON value once", async () => {
    const { components } = await theDocument();
    expect(components.schemas.JsonValue).toEqual({ description: "Any JSON value" });
    expect(Object.keys(components.schemas).filter((name) => name.startsWith("_"))).toEqual([]);
  });

  it("describes the request that subscribers get for each event, with an example", async () => {
    const { webhooks } = await theDocument();
    expect(Object.keys(webhooks).toSorted()).toEqual(EVENT_TYPES.toSorted());
    const { post } = webhooks["record.updated"];
    const { schema, example } = post.requestBody.content["application/json"];
    expect(schema.properties.type.const).toBe("record.updated");
    expect(schema.properties.data.required).toEqual(["object", "record_id", "values", "actor_id", "changes"]);
    expect(Object.keys(example)).toEqual(schema.required);
    expect(post.parameters.map(({ name }: oas31.ParameterObject) => name)).toContain("webhook-signature");
  });

  it("is not sent again to a caller who has it", async () => {
    const first = await call(GET, "GET");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    const again = await call(GET, "GET", { headers: { "if-none-match": `"other", W/${etag}` } });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect((await call(GET, "GET", { headers: { "if-none-match": "*" } })).status).toBe(304);
    const other = await call(GET, "GET", { headers: { "if-none-match": '"other"' } });
    expect(other.status).toBe(200);
  });

  it("describes a token's lifetime as its routes implement it", async () => {
    const { paths, components } = await theDocument();
    const { get, post } = paths["/developers/me/api-tokens"];
    expect(get.parameters.map((each: oas31.ParameterObject) => [each.in, each.name])).toEqual([
      ["query", "limit"],
      ["query", "cursor"],
    ]);
    expect(get.responses["200"].headers.Link).toBeDefined();
    expect(get.responses["200"].content["application/json"].schema.type).toBe("array");
    expect(Object.keys(post.responses)).toEqual([
      "201",
      "400",
      "401",
      "403",
      "409",
      "413",
      "415",
      "422",
      "500",
    ]);
    expect(components.schemas.NewApiToken.required).toContain("token");
    expect(components.schemas.ApiToken.properties.token).toBeUndefined();
    expect(components.schemas.ApiToken.properties.id).toEqual({ type: "string", format: "uuid" });
  });
});

describe("a document", () => {
  const one = (route: ReturnType<typeof publicRoute>, path = "/workspaces/{workspace_id}/things") =>
    buildDocument(
      { [path]: async () => ({ GET: route }) },
      { baseUrl: "https://api.acme.dev", version: "1.2.3" },
    );

  it("says which permission a workspace route asks for, and takes the workspace from the path", async () => {
    const route = workspaceRoute({
      summary: "List things",
      permission: "can_manage_roles",
      handle: async () => {},
    });
    const operation = (await one(route)).paths?.["/workspaces/{workspace_id}/things"]?.get;
    expect(operation?.description).toContain("`can_manage_roles`");
    expect(operation?.parameters).toEqual([
      {
        in: "path",
        name: "workspace_id",
        required: true,
        description: "The workspace's id",
        schema: { type: "string", format: "uuid", description: "The workspace's id" },
      },
    ]);
    expect(Object.keys(operation?.responses ?? {})).toEqual(["204", "401", "403", "500"]);
  });

  it("says where a bearer token is optional and where an answer redirects the browser", async () => {
    const route = publicRoute({
      summary: "Go on",
      knowsCaller: true,
      response: "redirect",
      handle: async () => {
        throw new Error("not called");
      },
    });
    const operation = (await one(route, "/auth/go")).paths?.["/auth/go"]?.get;
    expect(operation?.security).toEqual([{}, { bearer: [] }]);
    expect(operation?.responses?.["302"]).toMatchObject({ headers: { Location: {} } });
  });

  it("is refused for a path that belongs to no area of the reference", async () => {
    const route = publicRoute({ summary: "Lost", response: z.object({}), handle: async () => ({}) });
    await expect(one(route, "/nowhere")).rejects.toThrow("/nowhere belongs to no area");
  });
});
