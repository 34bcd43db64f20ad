import { createHmac, webcrypto } from "node:crypto";
import * as threads from "node:worker_threads";
import { AppError } from "@/lib/http/app-error";
import { LARGE_BODIES_WAITING_MAX, LARGE_BODY_BYTES_MIN, LARGE_BODY_HEAP_MB_MAX } from "@/lib/http/limits";
import { sha256Hex } from "@/lib/platform/crypto";
import { processWide } from "@/lib/platform/process-wide";

/*
 * Bodies of many megabytes, off the main thread: hashing and parsing one of 25 MiB there would make every other request
 * wait for some 300 ms.
 */

/** What to keep of a JSON value: a plain value, of an object these members, of an array this of each element. */
export type Kept = true | { readonly [key: string]: Kept } | readonly [Kept];

/** What is kept of a value; members and elements that are not come back missing or empty. */
export function keep(value: unknown, kept: Kept): unknown {
  if (typeof value !== "object" || value === null) return value;
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
// As the function of this name outside.
const keep = (value, kept) => {
  if (typeof value !== "object" || value === null) return value;
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
  const value = Buffer.from(decodeURIComponent(text.replaceAll("+", "%20")));
  return value.byteLength === value.buffer.byteLength ? value : Uint8Array.from(value);
};
const read = (sent, kept, field) => {
  if (!isUtf8(sent)) return { bytes: sent, problem: "UTF-8" };
  try {
    const whole = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
    const bytes = field === null ? sent : valueOf(whole, field);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
    return { bytes, value: keep(JSON.parse(text), kept) };
  } catch (error) {
    return { bytes: sent, problem: error instanceof URIError ? "percent-encoded UTF-8" : "JSON" };
  }
};
parentPort.on("message", ({ bytes, kept, field }) => {
  const answer = read(bytes, kept, field);
  parentPort.postMessage(answer, [answer.bytes.buffer]);
});
`;

type Answer = { value?: unknown; problem?: string; bytes: Uint8Array<ArrayBuffer> };

type Bodies = { thread: threads.Worker | undefined; lastTask: Promise<unknown>; waiting: number };

/** One thread for the process, and one count of what waits for it. */
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

function ask(bytes: Uint8Array, kept: Kept, field: string | null): Promise<Answer> {
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
    // What makes the thread run out of its memory is lost with it; the process and the other bodies are not.
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
    asked.postMessage({ bytes, kept, field }, [bytes.buffer as ArrayBuffer]);
  });
}

/**
 * Parses JSON on a thread of its own, one body after the other.
 * @param bytes handed over: they can't be used any more, `bytes` of the answer are the same
 * @param field of a form that begins with it: its value is the JSON, and `bytes` of the answer are that value's
 * @returns of the value what is kept; members and elements that are not come back missing or empty
 * @throws AppError bad_request when the bytes are no UTF-8 JSON, unavailable when too many bodies wait
 */
export async function parseLarge(
  bytes: Buffer,
  kept: Kept,
  field: string | null = null,
): Promise<{ value: unknown; bytes: Buffer<ArrayBuffer> }> {
  if (bodies.waiting >= LARGE_BODIES_WAITING_MAX) {
    throw new AppError("unavailable", "Too many large bodies at a time; send it again later.", {
      retryAfterS: 5,
    });
  }
  bodies.waiting += 1;
  // A view of a part would take the rest of its memory along.
  const isWhole = bytes.byteLength === bytes.buffer.byteLength;
  const owned = isWhole ? new Uint8Array(bytes.buffer) : Uint8Array.from(bytes);
  const task = bodies.lastTask.then(() => ask(owned, kept, field));
  bodies.lastTask = task.catch(() => {});
  try {
    const { value, problem, bytes: back } = await task;
    if (problem) throw new AppError("bad_request", `The request body is not valid ${problem}.`);
    return { value, bytes: Buffer.from(back.buffer, back.byteOffset, back.byteLength) };
  } finally {
    bodies.waiting -= 1;
  }
}

/** The HMAC-SHA256 of bytes in hex; of a large body it is made off the main thread. */
export async function hmacSha256Hex(secret: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (bytes.length <= LARGE_BODY_BYTES_MIN) return createHmac("sha256", secret).update(bytes).digest("hex");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await webcrypto.subtle.importKey("raw", Buffer.from(secret), algorithm, false, ["sign"]);
  return Buffer.from(await webcrypto.subtle.sign("HMAC", key, bytes)).toString("hex");
}

/** The SHA-256 of bytes in hex; of a large body it is made off the main thread. */
export async function sha256HexOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (bytes.length <= LARGE_BODY_BYTES_MIN) return sha256Hex(bytes);
  return Buffer.from(await webcrypto.subtle.digest("SHA-256", bytes)).toString("hex");
}
