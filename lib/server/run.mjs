import { freshPrograms } from "./bundle-programs.mjs";
import { loadEnvFile } from "./env-file.mjs";
import { usageAskedFor } from "./usages.mjs";

/*
 * node lib/server/run.mjs PROGRAM [arguments]     runs a program from its bundle, in this very process
 * node lib/server/run.mjs --bundle                makes the bundles and runs none
 *
 * What stands in `.env` is set for each of them; the surroundings win.
 */

const [name = "", ...rest] = process.argv.slice(2);
const usage = usageAskedFor(name, rest);
if (usage !== null) {
  console.log(usage);
  process.exit(0);
}
const urlOf = await freshPrograms().catch((error) => {
  const [line = ""] = String(error instanceof Error ? error.message : error).split("\n");
  console.error(
    `The programs can't be bundled: ${line}\nIf npm ci was interrupted, or never ran, run it again.`,
  );
  process.exit(1);
});
if (name !== "--bundle") {
  const url = urlOf(name);
  if (url === null) {
    console.error(`There is no program "${name}".`);
    process.exit(2);
  }
  loadEnvFile();
  // For its lines in the log, unless whoever starts it says otherwise.
  process.env.PROCESS_NAME ||= name;
  // The program finds its own arguments where it would if it had been started by itself.
  process.argv.splice(1, process.argv.length, process.argv[1] ?? "", ...rest);
  await import(url);
}
