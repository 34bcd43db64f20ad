import { createHmac } from "node:crypto";
import * as threads from "node:worker_threads";
import { AppError } from "@/lib/http/app-error";
import { LARGE_BODIES_WAITING_MAX, LARGE_BODY_BYTES_MIN, LARGE_BODY_HEAP_MB_MAX } from "@/lib/http/limits";
import { processWide } from "@/lib/platform/process-wide";

/*
 * Bodies of many megabytes, handled off the main thread: hashing, parsing and compressing 25 MiB there would make every
 * other request wait for some 400 ms. The main thread only copies incoming bytes into shared memory.
 */

/**
 * What to keep of a JSON value: a plain value, of an object these members, of an array this of each element; or `all` of
 * it, for values of which few pieces are large.
 */
export type Kept = true | "all" | { readonly [key: string]: Kept } | readonly [Kept];

/** What is kept of a value; members and elements that are not come back missing or empty. */
export function keep(value: unknown, kept: Kept): unknown {
  if (typeof value !== "object" || value === null || kept === "all") return value;
  if (Array.isArray(value)) {
    const each: Kept | undefined = isList(kept) ? kept[0] : undefined;
    return each === undefined ? [] : value.map((inner) => keep(inner, each));
  }
  if (kept === true || isList(kept)) return {};
  const members = Object.entries(kept).filter(([key]) => Object.hasOwn(value, key));
  return Object.fromEntries(
    members.map(([key, inner]) => [key, keep((value as Record<string, unknown>)[key], inner)]),
  );
}

function isList(kept: Kept): kept is readonly [Kept] {
  return Array.isArray(kept);
}

/** A source text and no file, so that every bundle carries it. Only what is kept is copied to the main thread. */
const SOURCE = `
const { parentPort } = require("node:worker_threads");
const { isUtf8 } = require("node:buffer");
const { createHash, createHmac } = require("node:crypto");
const { constants, gzipSync } = require("node:zlib");
const os = require("node:os");
// Linux gives each thread a niceness of its own: what waits for the main thread goes before a large body.
if (process.platform === "linux") os.setPriority(10);
// As the function of this name outside.
const keep = (value, kept) => {
  if (typeof value !== "object" || value === null || kept === "all") return value;
  if (Array.isArray(value)) {
    if (!Array.isArray(kept)) return [];
    const results = [];
    for (const each of value) results.push(keep(each, kept[0]));
    return results;
  }
  const result = {};
  if (kept === true || Array.isArray(kept)) return result;
  for (const key of Object.keys(kept)) if (Object.hasOwn(value, key)) result[key] = keep(value[key], kept[key]);
  return result;
};
const valueOf = (form, field) => {
  const end = form.indexOf("&");
  const text = form.subarray(field.length + 1, end === -1 ? undefined : end).toString("utf8");
  return Buffer.from(decodeURIComponent(text.replaceAll("+", "%20")));
};
const parse = ({ shared, kept, field, packs }) => {
  const sent = Buffer.from(shared);
  if (!isUtf8(sent)) return { problem: "is not valid UTF-8." };
  try {
    const bytes = field === null ? sent : valueOf(sent, field);
    if (bytes.subarray(0, 3).toString("hex") === "efbbbf") return { problem: "begins with a byte order mark: send it without." };
    const value = keep(JSON.parse(bytes.toString("utf8")), kept);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    // Uint8Array: a buffer of its own, which can be handed over.
    const packed = packs ? Uint8Array.from(gzipSync(bytes, { level: constants.Z_BEST_SPEED })) : null;
    return { result: { value, length: bytes.length, sha256, packed } };
  } catch (error) {
    return { problem: error instanceof URIError ? "is not valid percent-encoded UTF-8." : "is not valid JSON." };
  }
};
const sign = ({ shared, secret }) => {
  return { result: createHmac("sha256", secret).update(Buffer.from(shared)).digest("hex") };
};
parentPort.on("message", (task) => {
  const answer = task.secret === undefined ? parse(task) : sign(task);
  const packed = answer.result && answer.result.packed;
  parentPort.postMessage(answer, packed ? [packed.buffer] : []);
});
`;

type Task =
  | { shared: SharedArrayBuffer; secret: string }
  | { shared: SharedArrayBuffer; kept: Kept; field: string | null; packs: boolean };

type Answer = { result?: unknown; problem?: string };

type Bodies = { thread: threads.Worker | undefined; lastTask: Promise<unknown>; waiting: number };

/** One thread per process, and one count of bodies waiting for it. */
const bodies = processWide<Bodies>("large-bodies", () => ({
  thread: undefined,
  lastTask: Promise.resolve(),
  waiting: 0,
}));

function startThread(): threads.Worker {
  const started = new threads.Worker(SOURCE, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: LARGE_BODY_HEAP_MB_MAX },
  });
  started.unref();
  started.once("exit", () => {
    if (bodies.thread === started) bodies.thread = undefined;
  });
  return started;
}

function ask(task: Task): Promise<Answer> {
  bodies.thread ??= startThread();
  const asked = bodies.thread;
  return new Promise((resolve, reject) => {
    const settle = () => {
      asked.off("message", answered).off("error", failed).off("exit", failed);
      asked.unref();
    };
    const answered = (answer: Answer) => {
      settle();
      resolve(answer);
    };
    // A body that makes the thread run out of memory is lost with the thread; the process and the other bodies are not.
    const failed = (cause: unknown) => {
      settle();
      bodies.thread = undefined;
      reject(
        new AppError("bad_request", "The request body is nested too deeply or too large to parse.", {
          cause,
        }),
      );
    };
    asked.on("message", answered).on("error", failed).on("exit", failed);
    asked.ref();
    asked.postMessage(task);
  });
}

/**
 * Queues a task for the thread.
 * @throws AppError unavailable if too many are waiting
 */
async function inTurn(task: Task): Promise<unknown> {
  if (bodies.waiting >= LARGE_BODIES_WAITING_MAX) {
    throw new AppError("unavailable", "Too many large bodies at a time; send it again later.", {
      retryAfterS: 5,
    });
  }
  bodies.waiting += 1;
  const answer = bodies.lastTask.then(() => ask(task));
  bodies.lastTask = answer.catch(() => {});
  try {
    const { result, problem } = await answer;
    if (problem) throw new AppError("bad_request", `The request body ${problem}`);
    return result;
  } finally {
    bodies.waiting -= 1;
  }
}

/** Memory that the thread can read too, so that a body is neither copied nor transferred. */
export function sharedBytes(length: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(length));
}

function sharedOf(bytes: Buffer): SharedArrayBuffer {
  const { buffer } = bytes;
  if (buffer instanceof SharedArrayBuffer && buffer.byteLength === bytes.length) return buffer;
  const shared = sharedBytes(bytes.length);
  bytes.copy(shared);
  return shared.buffer as unknown as SharedArrayBuffer;
}

/** What the thread made of a body: what is kept of its value, and of its JSON the length, the hash and the gzip. */
export type ParsedLarge = {
  value: unknown;
  length: number;
  sha256: string;
  /** Null where it was not asked for. */
  packed: Buffer<ArrayBuffer> | null;
};

/**
 * Parses JSON on a thread of its own, one body after the other.
 * @param bytes best in memory of `sharedBytes`; else they are copied
 * @param field of a form that begins with it: its value is the JSON
 * @param packs whether to pack the JSON by gzip too
 * @returns members and elements of the value that are not kept come back missing or empty
 * @throws AppError bad_request when the bytes are no UTF-8 JSON, unavailable when too many bodies wait
 */
export async function parseLarge(
  bytes: Buffer,
  kept: Kept,
  { field = null, packs = false }: { field?: string | null; packs?: boolean } = {},
): Promise<ParsedLarge> {
  const parsed = await inTurn({ shared: sharedOf(bytes), kept, field, packs });
  const { packed, ...rest } = parsed as ParsedLarge & { packed: Uint8Array<ArrayBuffer> | null };
  return { ...rest, packed: packed && Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength) };
}

/**
 * The HMAC-SHA256 of bytes in hex; of a large body it is made off the main thread.
 * @throws AppError unavailable when too many large bodies wait
 */
export async function hmacSha256Hex(secret: string, bytes: Buffer): Promise<string> {
  if (bytes.length <= LARGE_BODY_BYTES_MIN) return createHmac("sha256", secret).update(bytes).digest("hex");
  return (await inTurn({ shared: sharedOf(bytes), secret })) as string;
}
