import { spawn } from "node:child_process";
import { homedir, hostname } from "node:os";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { apiBase, Unreachable } from "@/lib/tracker-client/api";
import { ClientError } from "@/lib/tracker-client/client-error";
import type { Person } from "@/lib/tracker-client/enrol";
import { defaultFolder, Files } from "@/lib/tracker-client/settings";
import { chooseSource, SOURCE_NAMES } from "@/lib/tracker-client/sources/choose-source";
import { dryRun, track } from "@/lib/tracker-client/track";

/*
 * npm run tracker -- --server URL
 * node tracker-client.mjs --server URL
 *
 * Records what somebody is at on this computer and brings it to the service. Also bundled into one file that every service
 * hands out at `/tracker-client.mjs`, which needs nothing but Node.
 */

const USAGE = `node tracker-client.mjs --server URL [options]

Records which window is in front while you are at the computer, takes out what is
private or looks like a secret, and sends the rest to the service.

  --server URL      the service, for example https://time.example.com; needed the first time
  --project NAME    the project to record for: its name, slug or id
  --source NAME     ${SOURCE_NAMES.join(", ")}
                    (default: ActivityWatch where it runs, else what fits the system)
  --no-titles       send no titles of windows and pages
  --dry-run         print what would be sent, and send nothing
  --name NAME       what this computer is called (default: ${hostname()})
  --provider NAME   sign in with code_host, suite_a or suite_b
  --sign-in         sign in again
  --enrol           enrol this computer again
  --data FOLDER     where its files are kept
  --activitywatch URL  where ActivityWatch answers on this computer
  --allow-http      talk to a service without encryption, on a network that you trust
  --help            show this`;

const BROWSERS: Partial<Record<NodeJS.Platform, [string, string[]]>> = {
  darwin: ["open", []],
  win32: ["rundll32", ["url.dll,FileProtocolHandler"]],
};

function openBrowser(address: string): void {
  const [program, args] = BROWSERS[process.platform] ?? ["xdg-open", []];
  const child = spawn(program, [...args, address], { stdio: "ignore", detached: true });
  // The address is printed as well.
  child.once("error", () => {});
  child.unref();
}

async function choose(question: string, options: readonly string[]): Promise<number> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    console.log(question);
    options.forEach((option, index) => {
      console.log(`  ${index + 1}  ${option}`);
    });
    for (;;) {
      const chosen = Number(await terminal.question("Number: "));
      if (Number.isInteger(chosen) && chosen >= 1 && chosen <= options.length) return chosen - 1;
    }
  } finally {
    terminal.close();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      server: { type: "string" },
      project: { type: "string" },
      source: { type: "string" },
      "no-titles": { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      name: { type: "string", default: hostname() },
      provider: { type: "string" },
      "sign-in": { type: "boolean", default: false },
      enrol: { type: "boolean", default: false },
      data: { type: "string", default: defaultFolder(process.platform, process.env, homedir()) },
      activitywatch: { type: "string" },
      "allow-http": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const isDry = values["dry-run"];
  const person: Person = {
    // What a dry run prints can be read by another program.
    say: isDry ? console.error : console.log,
    openBrowser,
    choose: process.stdin.isTTY ? choose : null,
  };
  const wish = {
    base: values.server === undefined ? undefined : apiBase(values.server, values["allow-http"]),
    provider: values.provider,
    project: values.project,
    name: values.name,
    titles: !values["no-titles"],
    signInAgain: values["sign-in"],
    enrolAgain: values.enrol,
  };
  const files = new Files(values.data);
  const source = await chooseSource(values.source, values.activitywatch);
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => stopping.abort());
  if (isDry) await dryRun(files, source, wish, person, console.log, stopping.signal);
  else await track(files, source, wish, person, stopping.signal);
}

try {
  await main();
} catch (error) {
  const isUsage = (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS");
  if (!isUsage && !(error instanceof ClientError) && !(error instanceof Unreachable)) throw error;
  console.error(`\n${(error as Error).message}${isUsage ? `\n\n${USAGE}` : ""}`);
  process.exitCode = isUsage ? 2 : 1;
}
