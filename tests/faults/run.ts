import { existsSync } from "node:fs";
import path from "node:path";

/* npm run test:faults -- <name> [words]: runs tests/faults/<name>.ts against the whole service; exit code 1 when it failed. */

const name = process.argv[2] ?? "";
const file = path.join(import.meta.dirname, `${name}.ts`);
if (!/^[a-z-]+$/.test(name) || name === "run" || !existsSync(file)) {
  console.error(
    "Usage: npm run test:faults -- all | deliver | flood | inbound | ingest | job-write | months | pooler",
  );
  process.exit(2);
}
const { default: faults } = (await import(file)) as { default(words: string[]): Promise<boolean> };
process.exit((await faults(process.argv.slice(3))) ? 0 : 1);
