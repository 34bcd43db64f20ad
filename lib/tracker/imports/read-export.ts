import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Tokenizer, TokenizerError, TokenParser, TokenParserError, TokenType } from "@streamparser/json";
import { AppError } from "@/lib/http/app-error";
import { isGzipped } from "@/lib/http/request-body";
import {
  TRACKER_IMPORT_BYTES_MAX,
  TRACKER_IMPORT_EVENT_BYTES_MAX,
  TRACKER_IMPORT_NESTING_MAX,
} from "@/lib/tracker/imports/limits";

/** Within the file, its buckets, a bucket and its list: how deep an event stands. */
const EVENT_DEPTH = 4;

function tooLarge(): AppError {
  return new AppError(
    "too_large",
    `The file is larger than ${TRACKER_IMPORT_BYTES_MAX / 1024 / 1024} MiB, as sent or unpacked.`,
  );
}

/** The chunks of a request's body. @throws AppError bad_request if it breaks off, too_large */
async function* sentBytes(request: Request): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > TRACKER_IMPORT_BYTES_MAX) throw tooLarge();
  try {
    yield* (request.body ?? []) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw new AppError("bad_request", "The request body is incomplete.", { cause });
  }
}

function unpack(sent: Readable): Readable {
  const gunzip = createGunzip();
  // The reader gets the error; after the last chunk nobody is reading any more.
  gunzip.on("error", () => {});
  sent.on("error", (error) => gunzip.destroy(error));
  return sent.pipe(gunzip);
}

/** The body, decompressed. A zip bomb is never in memory as a whole, and is stopped at the limit. */
async function* bytesOf(request: Request): AsyncGenerator<Uint8Array> {
  const isPacked = isGzipped(request.headers);
  const sent = Readable.from(sentBytes(request), { objectMode: false });
  const unpacked = isPacked ? unpack(sent) : sent;
  let total = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Uint8Array>) {
      total += chunk.byteLength;
      if (total > TRACKER_IMPORT_BYTES_MAX) throw tooLarge();
      yield chunk;
    }
  } catch (cause) {
    const isGzip = String((cause as NodeJS.ErrnoException).code ?? "").startsWith("Z_");
    if (isGzip) throw new AppError("bad_request", "The request body is not valid gzip.", { cause });
    throw cause;
  } finally {
    unpacked.destroy();
    sent.destroy();
  }
}

/**
 * Parses an ActivityWatch export as a stream, and passes on the events found in each chunk with their bucket. Memory
 * does not grow with the file.
 * @throws AppError too_large, unsupported_encoding; bad_request if it is not JSON; invalid if it is not such an export
 */
export async function readExport(
  request: Request,
  take: (events: { bucket: string; event: unknown }[]) => Promise<void>,
): Promise<void> {
  let events: { bucket: string; event: unknown }[] = [];
  let buckets = 0;
  let depth = 0;
  let text = "";
  /** Where the event that is being read begins. */
  let eventAt = 0;
  /** The key being read at each depth. */
  const keys: string[] = [];
  const tokenizer = new Tokenizer({ emitPartialTokens: false });
  const parser = new TokenParser({ paths: ["$.buckets.*.events.*"], keepStack: false });
  parser.onValue = ({ value, stack }) => {
    events.push({ bucket: String(stack[2]?.key ?? ""), event: value });
  };
  tokenizer.onToken = (token) => {
    const { token: type, offset } = token;
    if (type === TokenType.STRING) text = String(token.value);
    else if (type === TokenType.COLON) keys[depth] = text;
    else if (
      type === TokenType.LEFT_BRACKET &&
      depth === 3 &&
      keys[1] === "buckets" &&
      keys[3] === "events"
    ) {
      buckets += 1;
    }
    // Values are made of an event while it is read, and take much more memory than their text.
    if (depth <= EVENT_DEPTH) eventAt = offset;
    else if (offset - eventAt > TRACKER_IMPORT_EVENT_BYTES_MAX) {
      throw new AppError("invalid", "Not an export of ActivityWatch: an event is too large");
    }
    if (type === TokenType.LEFT_BRACE || type === TokenType.LEFT_BRACKET) depth += 1;
    else if (type === TokenType.RIGHT_BRACE || type === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > TRACKER_IMPORT_NESTING_MAX) {
      throw new AppError("invalid", "Not an export of ActivityWatch: it nests too deep");
    }
    parser.write(token);
  };
  let failure: unknown;
  tokenizer.onError = (error) => {
    failure ??= error;
  };
  parser.onError = (error) => {
    failure ??= error;
  };
  const orRefuse = () => {
    if (failure === undefined) return;
    if (failure instanceof TokenizerError || failure instanceof TokenParserError) {
      throw new AppError("bad_request", "The request body is not valid JSON.", { cause: failure });
    }
    throw failure;
  };
  for await (const chunk of bytesOf(request)) {
    tokenizer.write(chunk);
    orRefuse();
    if (events.length === 0) continue;
    const read = events;
    events = [];
    await take(read);
  }
  if (!parser.isEnded)
    throw new AppError("bad_request", "The request body is not valid JSON: it ends too soon.");
  if (buckets === 0) throw new AppError("invalid", "Not an export of ActivityWatch: it holds no buckets");
}
