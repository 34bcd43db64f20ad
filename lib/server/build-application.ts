import { buildIfStale } from "@/lib/server/build";

/*
 * npm run build
 *
 * Makes all that `npm start` and the `start:` commands run: the programs were bundled before this one began, and this
 * builds the application. What stands already is left as it is.
 */

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stopping.abort());

let isStale = false;
try {
  await buildIfStale(() => {
    isStale = true;
    console.log("Building the application; this takes a minute…");
  }, stopping.signal);
  console.log(isStale ? "Built." : "Nothing has changed since the last build.");
} catch (error) {
  console.error(stopping.signal.aborted ? "The build was interrupted." : (error as Error).message);
  process.exitCode = 1;
}
