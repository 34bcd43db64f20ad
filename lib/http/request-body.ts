import { isAscii, isUtf8, transcode } from "node:buffer";
import { setImmediate as othersTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { AppError } from "@/lib/http/app-error";
import { chunksOf, readInTurn, senderOf, takeInHand } from "@/lib/http/arriving-bodies";
import { parseLarge, sharedBytes } from "@/lib/http/large-bodies";
import {
  BODIES_UNPACKED_AT_ONCE,
  BODIES_UNPACKED_PER_ADDRESS_MAX,
  BODY_SLICE_BYTES,
  LARGE_BODY_BYTES_MIN,
  LARGE_JSON_BYTES_MIN,
} from "@/lib/http/limits";
import { Turns } from "@/lib/http/turns";
import { processWide } from "@/lib/platform/process-wide";

const gunzipBytes = promisify(gunzip);

export const BODY_BYTES_MAX = 262_144;
const NESTING_MAX = 64;
/** Values of a JSON body that is larger than others may be: far more than any of ours has. */
export const JSON_VALUES_MAX = 200_000;
const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{');

function tooLarge(limitBytes: number): AppError {
  return new AppError("too_large", `The request body is larger than ${limitBytes} bytes.`);
}

/** A large body of a length that is known: each chunk is put into its place as it comes, so that nothing is copied at once. */
async function readLarge(request: Request, length: number): Promise<Buffer> {
  const bytes = sharedBytes(length);
  let total = 0;
  for await (const chunk of chunksOf(request)) {
    if (total + chunk.byteLength > length) {
      throw new AppError("bad_request", "The request body is longer than its Content-Length.");
    }
    bytes.set(chunk, total);
    total += chunk.byteLength;
  }
  if (total < length) throw new AppError("bad_request", "The request body is incomplete.");
  return bytes;
}

/** Of a length that is not known: each chunk is counted as it comes. */
async function readCounted(request: Request, limitBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of chunksOf(request)) {
    total += chunk.byteLength;
    if (total > limitBytes) throw tooLarge(limitBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, total);
}

/**
 * The raw bytes of a request, counted while they arrive: reading stops one byte over the limit. What may turn out large is
 * read when it is its turn, and who answers by `answering` gets a body when it may be worked on.
 * @throws AppError too_large, bad_request if the body breaks off, unavailable if too much is on its way
 */
export async function readBytes(request: Request, limitBytes: number): Promise<Buffer> {
  const given = request.headers.get("content-length");
  const announced = Number(given ?? 0);
  if (announced > limitBytes) throw tooLarge(limitBytes);
  const isLarge = announced > LARGE_BODY_BYTES_MIN;
  const mayBeLarge = isLarge || (given === null && limitBytes > LARGE_JSON_BYTES_MIN);
  const read = () => (isLarge ? readLarge(request, announced) : readCounted(request, limitBytes));
  const bytes = await (mayBeLarge ? readInTurn(request, read) : read());
  await takeInHand(request, bytes);
  return bytes;
}

/**
 * Whether a body is gzip, by its `Content-Encoding` (RFC 9110, 8.4): a list, in which `x-gzip` is `gzip`, and `identity`
 * and empty elements mean nothing.
 * @throws AppError unsupported_encoding for all else, gzip within gzip too
 */
export function isGzipped(headers: Headers): boolean {
  const listed = (headers.get("content-encoding") ?? "").toLowerCase().split(",");
  const codings = listed
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length === 0) return false;
  if (codings.length === 1 && (codings[0] === "gzip" || codings[0] === "x-gzip")) return true;
  throw new AppError("unsupported_encoding", "The only supported content encoding is gzip.");
}

/** A kilobyte may become megabytes: thousands of them at once would be in memory side by side until the last one is done. */
const unpacking = processWide(
  "bodies-unpacking",
  () => new Turns({ atOnce: BODIES_UNPACKED_AT_ONCE, perKey: BODIES_UNPACKED_PER_ADDRESS_MAX }),
);

/**
 * The bytes as sent or, with `Content-Encoding: gzip`, decompressed in turn to at most `limitBytes`, so that a zip bomb
 * stops there.
 * @throws AppError too_large, unsupported_encoding, or bad_request if they are not gzip
 */
export async function unpack(bytes: Buffer, request: Request, limitBytes: number): Promise<Buffer> {
  if (!isGzipped(request.headers)) return bytes;
  const unpacked = unpacking.take(senderOf(request), () =>
    gunzipBytes(bytes, { maxOutputLength: limitBytes }),
  );
  return unpacked.catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(limitBytes);
    throw new AppError("bad_request", "The request body is not valid gzip.", { cause });
  });
}

/**
 * The place of the first thing that could not be given back as it was, or null: texts that Postgres can't store (a NUL or
 * half of a surrogate pair), numbers that JavaScript reads as infinite, and keys `__proto__`, which schemas drop.
 */
export function unstorablePath(value: unknown, path = "", depth = 0): string | null {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed() ? path : null;
  if (typeof value === "number") return Number.isFinite(value) ? null : path;
  if (typeof value !== "object" || value === null) return null;
  if (depth > NESTING_MAX) return path;
  for (const [key, inner] of Object.entries(value)) {
    const at = path === "" ? key : `${path}.${key}`;
    if (key.includes("\0") || !key.isWellFormed()) return path;
    if (key === "__proto__") return at;
    const found = unstorablePath(inner, at, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Whether a JSON text can contain such a text or key at all. The characters can't be in UTF-8, and in JSON only as an
 * escape, so two searches clear most texts.
 */
function maySpellUnstorable(bytes: Buffer, text: string): boolean {
  return (
    bytes.includes("__proto__") ||
    (bytes.includes("\\u") && /\\u(?:00(?:00|5[fF])|[dD][89a-fA-F])/.test(text))
  );
}

/**
 * Counts the texts, lists, objects and commas of JSON by its bytes, which come piece by piece.
 * @returns adds a piece, and tells how many there are so far
 */
function valueCounter(): (piece: Buffer) => number {
  let [count, isInText, isEscaped] = [0, false, false];
  return (piece) => {
    // An iterator takes four times as long.
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at];
      if (isEscaped) isEscaped = false;
      else if (isInText && byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) {
        isInText = !isInText;
        if (isInText) count++;
      } else if (!isInText && (byte === COMMA || byte === BRACKET || byte === BRACE)) count++;
    }
    return count;
  };
}

/** 1 for the bytes at which values begin or end: some more than there are values, found in a third of the time. */
const MARKS = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte === QUOTE || byte === COMMA || byte === BRACKET || byte === BRACE),
);

function markCounter(): (piece: Buffer) => number {
  let count = 0;
  return (piece) => {
    for (let at = 0; at < piece.length; at++) count += MARKS[piece[at] ?? 0] ?? 0;
    return count;
  };
}

async function holdsTooMany(bytes: Buffer, count: (piece: Buffer) => number): Promise<boolean> {
  for (let start = 0; start < bytes.length; start += BODY_SLICE_BYTES) {
    if (start > 0) await othersTurn();
    if (count(bytes.subarray(start, start + BODY_SLICE_BYTES)) > JSON_VALUES_MAX) return true;
  }
  return false;
}

/**
 * Makes sure that JSON holds no more values than a body may: millions of small ones take all of a process's memory, and
 * what a schema finds wrong with each takes more.
 * @throws AppError too_large
 */
async function checkValues(bytes: Buffer): Promise<void> {
  if ((await holdsTooMany(bytes, markCounter())) && (await holdsTooMany(bytes, valueCounter()))) {
    throw new AppError("too_large", `The request body holds more than ${JSON_VALUES_MAX} values.`);
  }
}

/** The text of valid UTF-8. Beyond ASCII, `transcode` takes half the time of `toString`. */
function decodeUtf8(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString("latin1") : transcode(bytes, "utf8", "ucs2").toString("ucs2");
}

export type JsonBody = { value: unknown; mayBeUnstorable: boolean };

/**
 * JSON as it is sent: in UTF-8 without a byte order mark (RFC 8259, 8.1), which some libraries skip when they check what
 * was signed. Of a key that comes twice the last one counts, and `__proto__` is a key like any other.
 * @throws AppError bad_request when the bytes are no UTF-8 JSON
 */
export function parseJson(bytes: Buffer): JsonBody {
  if (!isUtf8(bytes)) throw new AppError("bad_request", "The request body is not valid UTF-8.");
  const text = decodeUtf8(bytes);
  if (text.startsWith("\uFEFF"))
    throw new AppError("bad_request", "The request body begins with a byte order mark: send it without.");
  try {
    return { value: JSON.parse(text), mayBeUnstorable: maySpellUnstorable(bytes, text) };
  } catch (cause) {
    throw new AppError("bad_request", "The request body is not valid JSON.", { cause });
  }
}

/** The same, of a large body on a thread of its own. @throws AppError unavailable, too, when too many of them wait */
async function parseAnywhere(bytes: Buffer): Promise<JsonBody> {
  if (bytes.length <= LARGE_JSON_BYTES_MIN) return parseJson(bytes);
  const { value } = await parseLarge(bytes, "all");
  return { value, mayBeUnstorable: bytes.includes("\\u") || bytes.includes("__proto__") };
}

/**
 * Reads a request's JSON; `bytes` are those of its text, unpacked.
 * @param whenEmpty what no body at all stands for; undefined where there must be one
 * @throws AppError too_large, also for a large body of too many values; unsupported_encoding; bad_request when the bytes
 * are no UTF-8 JSON; unavailable when too many large bodies wait
 */
export async function readJson(
  request: Request,
  limitBytes: number,
  whenEmpty: () => unknown = () => undefined,
): Promise<JsonBody & { bytes: Buffer }> {
  const bytes = await readBytes(request, limitBytes);
  const unpacked = bytes.length === 0 ? bytes : await unpack(bytes, request, limitBytes);
  if (unpacked.length > BODY_BYTES_MAX) await checkValues(unpacked);
  const value = unpacked.length === 0 ? whenEmpty() : undefined;
  if (value !== undefined) return { value, mayBeUnstorable: false, bytes: unpacked };
  return { ...(await parseAnywhere(unpacked)), bytes: unpacked };
}
