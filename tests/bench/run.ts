import { existsSync } from "node:fs";
import path from "node:path";

/* npm run bench -- <name>: runs tests/bench/<name>.ts, whose last line holds its figures. */

const name = process.argv[2] ?? "";
const file = path.join(import.meta.dirname, `${name}.ts`);
if (!/^[a-z-]+$/.test(name) || name === "run" || !existsSync(file)) {
  console.error(
    "Usage: npm run bench -- activity | authz | callers | crm | crm-import | deliver | delivery-log | enrich | growth | heartbeats | idle | import | inbound | ingest | inngest | install | lane | live | public | rederive | retention | search | start | tables | tenants | watched",
  );
  process.exit(2);
}
const { default: bench } = (await import(file)) as { default(): Promise<void> };
await bench();
