import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentAt } from "@/app/api/v1/openapi.json/document";
import { runTool, toolsFolder } from "@/tests/support/openapi-tools";

/*
 * The document in the hands of strangers: two linters, two client generators, and a compiler over what they made.
 */

const INSTALL_MS = 300_000;
const RUN_MS = 300_000;

/**
 * What an integrator writes with either client: nested names, headers, JSON of any kind, events, and bodies without the
 * fields that have a default.
 */
const PROGRAM = `
import createClient from "openapi-fetch";
import { Service } from "./hey-nested";
import { createClient as createHeyClient } from "./hey-nested/client";
import { crmRecordsList } from "./hey-flat";
import type { components, operations, paths, webhooks } from "./schema";

const client = createClient<paths>({ baseUrl: "https://api.acme.dev/api/v1" });
export async function read(share_link: string, workspace_id: string, table_id: string, row_id: string) {
  const shared = await client.GET("/public/tables/{share_link}/rows", {
    params: { path: { share_link }, header: { "X-Share-Password": "open sesame" } },
  });
  const changed = await client.PATCH("/workspaces/{workspace_id}/tables/{table_id}/rows/{row_id}", {
    params: { path: { workspace_id, table_id, row_id }, header: { "If-Match": '"3"' } },
    body: { values: { title: "Order 1042" } },
  });
  const made = await client.POST("/workspaces", {
    params: { header: { "Idempotency-Key": '"1042"' } },
    body: { name: "Acme", type: "internal" },
  });
  await client.POST("/workspaces/{workspace_id}/crm/webhooks", {
    params: { path: { workspace_id } },
    body: { url: "https://example.com/hooks/crm", events: ["record.created"] },
  });
  await client.POST("/workspaces/{workspace_id}/tables", {
    params: { path: { workspace_id } },
    body: { name: "Orders", columns: [{ name: "State", type: "select", options: [{ value: "new", label: "New" }] }] },
  });
  await client.POST("/event-ingestion/events", {
    params: { header: { "X-Api-Key": "wsk_1042" } },
    body: { events: [] },
  });
  const id: string | undefined = shared.data?.[0]?.id;
  const version: number | undefined = changed.data?.row_version;
  return [id, version, made.data?.slug];
}

const anything: components["schemas"]["JsonValue"] = { a: [1, { b: null }] };
export const listed = {} as operations["crm.records.list"]["responses"][200];

export function received(event: webhooks["record.updated"]["post"]["requestBody"]["content"]["application/json"]) {
  const type: "record.updated" = event.type;
  return [type, event.data.changes.map(({ field }) => field.toUpperCase()), anything];
}

const service = new Service({ client: createHeyClient({ baseUrl: "https://api.acme.dev/api/v1" }) });
export async function list(workspace_id: string) {
  const path = { workspace_id, object_slug: "company" };
  const nested = await service.crm.records.list({ path });
  const flat = await crmRecordsList({ path });
  const id: string | undefined = nested.data?.[0]?.id ?? flat.data?.[0]?.id;
  return id;
}
`;

const TSCONFIG = {
  compilerOptions: {
    ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: false, noEmit: true, types: [] },
    ...{
      target: "es2022",
      module: "esnext",
      moduleResolution: "bundler",
      lib: ["es2022", "dom", "dom.iterable"],
    },
  },
  files: ["program.ts"],
};

const HEY_CONFIG = `export default ["flat", "nested"].map((kind) => ({
  input: "openapi.json",
  output: "hey-" + kind,
  logs: { file: false },
  plugins: [
    "@hey-api/client-fetch",
    "@hey-api/typescript",
    kind === "flat"
      ? "@hey-api/sdk"
      : {
          name: "@hey-api/sdk",
          operations: { strategy: "single", containerName: "Service", nesting: "operationId" },
        },
  ],
}));
`;

describe("the OpenAPI document", () => {
  let folder: string;
  beforeAll(async () => {
    folder = toolsFolder();
    const document = await documentAt("https://api.acme.dev");
    writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(document));
  }, INSTALL_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("passes redocly without warnings", { timeout: RUN_MS }, async () => {
    const args = ["lint", "openapi.json", "--extends=recommended", "--format=json", "--max-problems=1000"];
    const { code, output, errors } = await runTool(folder, "redocly", args);
    const found = JSON.parse(output.slice(output.indexOf("{"))) as { problems: { message: string }[] };
    expect(found.problems.map(({ message }) => message)).toEqual([]);
    expect([code, errors]).toEqual([0, expect.stringContaining("valid")]);
  });

  it("passes spectral without warnings", { timeout: RUN_MS }, async () => {
    writeFileSync(path.join(folder, "spectral.json"), JSON.stringify({ extends: ["spectral:oas"] }));
    const args = ["lint", "openapi.json", "--ruleset=spectral.json", "--format=json", "--quiet"];
    const { code, output, errors } = await runTool(folder, "spectral", args);
    const found = JSON.parse(output) as { message: string; path: string[] }[];
    expect(found.map((each) => `${each.path.join("/")}: ${each.message}`)).toEqual([]);
    expect([code, errors]).toEqual([0, ""]);
  });

  it("yields clients that compile in strict mode, from two generators", { timeout: RUN_MS }, async () => {
    const generated = await runTool(folder, "openapi-typescript", ["openapi.json", "--output=schema.ts"]);
    expect([generated.code, generated.errors]).toEqual([0, ""]);
    writeFileSync(path.join(folder, "hey.config.mjs"), HEY_CONFIG);
    const hey = await runTool(folder, "openapi-ts", ["--file=hey.config.mjs"]);
    expect([hey.code, hey.errors]).toEqual([0, ""]);
    writeFileSync(path.join(folder, "program.ts"), PROGRAM);
    writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
    const { code, output } = await runTool(folder, "tsc", ["--project", "tsconfig.json"]);
    expect(output).toBe("");
    expect(code).toBe(0);
  });
});
