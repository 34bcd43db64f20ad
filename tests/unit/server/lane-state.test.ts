import { readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "@swc/core";
import { build } from "esbuild";
import { expect, it } from "vitest";

/*
 * The web process carries two copies of each module that the lane can reach: Next's and the lane's. What a module keeps in
 * variables of its own is there twice. Each is named here, with why that is harmless; what must be one thing for the
 * process is made by `processWide` or stands on `globalThis`.
 */

const ROOT = path.resolve(import.meta.dirname, "../../..");

const SAME_TWICE = "a value that is made alike in both";
const PER_CALL = "holds what one call hands down to what it calls, which is of the same copy";
const WORKER = "used by the worker alone, which has one copy";

const HARMLESS: Record<string, string> = {
  "lib/crm/values/read-date.ts: wordsByLocale": SAME_TWICE,
  "lib/http/arriving-bodies.ts: answers": "by request, which belongs to one of both",
  "lib/http/json-response.ts: bodies": "by response, which belongs to one of both",
  "lib/http/secret-fields.ts: known": SAME_TWICE,
  "lib/identity/jwt.ts: checked": "each copy checks a JWT once",
  "lib/identity/jwt.ts: keys": SAME_TWICE,
  "lib/inbound/email/sns-signature.ts: certificates": "each copy fetches a certificate once",
  "lib/inbound/store.ts: NEW_DUE_AT": SAME_TWICE,
  "lib/jobs/enqueue.ts: outboxUse": PER_CALL,
  "lib/jobs/heartbeat.ts: ownId": WORKER,
  "lib/jobs/heartbeat.ts: shared": WORKER,
  "lib/jobs/inngest-client.ts: client": "a client without state: the requests of both go to the same address",
  "lib/platform/connections.ts: inPlace": PER_CALL,
  "lib/platform/database.ts: asking": "two queries of health at a time instead of one, over one pool",
  "lib/platform/database.ts: isWorker": WORKER,
  "lib/platform/database.ts: lastSteps": PER_CALL,
  "lib/platform/env.ts: settings": SAME_TWICE,
  "lib/platform/log.ts: requestIds": PER_CALL,
  "lib/platform/pending-migrations.ts: carried": SAME_TWICE,
  "lib/repositories/language-table.ts: table": SAME_TWICE,
  "lib/tracker/days/rules.ts: clocks": SAME_TWICE,
  "lib/tracker/days/rules.ts: offsets": SAME_TWICE,
  "lib/tracker/enrichment/enrich-workspace.ts: lastRound": WORKER,
  "lib/tracker/enrichment/identity-rules.ts: kept": SAME_TWICE,
  "lib/tracker/enrichment/rules-in-force.ts: kept": SAME_TWICE,
  "lib/tracker/redaction/rules-in-force.ts: compiled": SAME_TWICE,
  "lib/webhooks/destination.ts: shared": WORKER,
  "lib/webhooks/slots.ts: byWebhook": WORKER,
};

type Declared = { id: { value?: string }; init?: { type: string; callee?: { value?: string } } | null };

/** Names of a module's variables that may change: `let`, and what is made by `new` and changes by itself. */
function mutableIn(file: string): string[] {
  if (file.endsWith(".json")) return [];
  const source = readFileSync(path.join(ROOT, file), "utf8");
  const { body } = parseSync(source, { syntax: "typescript" });
  return body.flatMap((item) => {
    const statement = item.type === "ExportDeclaration" ? item.declaration : item;
    if (statement.type !== "VariableDeclaration") return [];
    return (statement.declarations as unknown as Declared[]).flatMap(({ id, init }) => {
      const name = id.value ?? "";
      if (statement.kind !== "const") return [name];
      if (init?.type !== "NewExpression" || init.callee?.value === "RegExp") return [];
      // A set or map that nothing is added to or taken from is a table.
      const isTable = ["Set", "Map"].includes(init.callee?.value ?? "");
      const changes = new RegExp(`\\b${name}\\.(?:add|set|delete|clear)\\(`).test(source);
      return isTable && !changes ? [] : [name];
    });
  });
}

it("all module state that the lane can reach is listed here, with why it may exist twice", async () => {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ["lib/server/lane.ts"],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outdir: "unused",
  });
  const files = Object.keys(metafile.inputs).filter(
    (file) => !file.includes("node_modules/") && !file.startsWith("lib/platform/prisma/"),
  );
  expect(files).toContain("lib/tracker/ingest/ingest-batch.ts");
  const found = files.flatMap((file) => mutableIn(file).map((name) => `${file}: ${name}`));
  expect(found.sort()).toEqual(Object.keys(HARMLESS).sort());
});
