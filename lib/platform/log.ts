import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";

const requestIds = new AsyncLocalStorage<string>();

/**
 * Under our launcher, lines are written in batches: each write wakes the log's reader, which took a request longer than
 * producing the line. Lines are delayed by `LINES_MS` at most, and the rest is written when the process exits normally.
 */
const LINES_LENGTH = 8_192;
const LINES_MS = 200;

const SECRETS: [RegExp, string][] = [
  [/\b(svc|wsk|whsec|ev)_[A-Za-z0-9+/=]{4,}/g, "$1_[redacted]"],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "[redacted jwt]"],
  [/\b(\w*(?:token|secret|password)|code|state)=[^&"'\s\\]+/gi, "$1=[redacted]"],
  // The same as members of JSON, also of JSON quoted inside JSON. An error's `code` there is no secret.
  [/(\\?"\w*(?:token|secret|password)\\?"\s*:\s*\\?")[^"\\]+/gi, "$1[redacted]"],
  [/\b(Bearer|Basic) [\w.~+/=-]{8,}/gi, "$1 [redacted]"],
  [/(:\/\/[^:/\s"]*):[^@/\s"]+@/g, "$1:[redacted]@"],
];

/** Removes tokens, secrets and passwords in known formats from a text. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}

/** Pino's own buffered destination keeps a process from ever exiting once nobody reads its pipe (sonic-boom 4.2). */
function linesTogether() {
  let lines = "";
  const flushSync = () => {
    if (lines === "") return;
    process.stdout.write(lines);
    lines = "";
  };
  // The log's reader is gone: go on without it.
  process.stdout.on("error", () => {});
  process.once("exit", flushSync);
  setInterval(flushSync, LINES_MS).unref();
  return {
    write(line: string) {
      lines += line;
      if (lines.length >= LINES_LENGTH) flushSync();
    },
    flushSync,
  };
}

/** The level to log at. A wrong one must not stop the process before it has said what is wrong with its settings. */
function levelOf({ LOG_LEVEL: given, NODE_ENV }: NodeJS.ProcessEnv): string {
  const isKnown = given !== undefined && (given === "silent" || Object.hasOwn(pino.levels.values, given));
  return isKnown ? given : NODE_ENV === "test" ? "silent" : "info";
}

/**
 * The service's structured log: one JSON object per line, with the id of the current request. Everything passes through
 * `withoutSecrets`, so that an error text that contains a token can't put it on disk.
 */
export const log = pino(
  {
    level: levelOf(process.env),
    base: { process: process.env.PROCESS_NAME ?? "web" },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const requestId = requestIds.getStore();
      return requestId ? { request_id: requestId } : {};
    },
    hooks: { streamWrite: withoutSecrets },
  },
  // A host that freezes processes between requests must get each line at once; only our launcher sets process names.
  process.env.NODE_ENV === "production" && process.env.PROCESS_NAME !== undefined
    ? linesTogether()
    : pino.destination({ sync: true }),
);

/** Runs `work` so that every line it logs carries the request id. */
export function withRequestId<T>(requestId: string, work: () => Promise<T>): Promise<T> {
  return requestIds.run(requestId, work);
}
