import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { sha256Hex } from "@/lib/platform/crypto";

/*
 * Results that a use case can return to a route instead of a body: responses that are more than a status and JSON.
 */

/** A redirect; such routes declare `response: "redirect"`. */
export class Redirect {
  constructor(
    readonly location: string,
    readonly headers: Headers = new Headers(),
  ) {}
}

/** Something that was created, on routes that may also find it existing already; they declare `mayCreate`. */
export class Created<T> {
  constructor(readonly body: T) {}
}

/**
 * JSON that is the same for everybody, so large that writing, hashing and packing it for each request would keep the
 * process busy; such routes declare `revalidates`.
 */
export class SharedJson {
  private constructor(
    readonly text: string,
    /** The same as gzip. */
    readonly packed: Buffer<ArrayBuffer>,
    readonly etag: string,
  ) {}

  static async of(value: unknown): Promise<SharedJson> {
    const text = JSON.stringify(value);
    return new SharedJson(text, await promisify(gzip)(text), `"${sha256Hex(text)}"`);
  }
}

/** A file download, sent as it is written; such routes declare `response: "csv"`. */
export class CsvFile {
  constructor(
    readonly name: string,
    readonly text: AsyncIterable<string>,
    readonly contentType = "text/csv; charset=utf-8",
  ) {}
}

/** Events sent as they happen, for as long as the response lasts; such routes declare `response: "events"`. */
export class EventStream {
  constructor(readonly body: ReadableStream<Uint8Array>) {}
}

/**
 * A 202: the work continues after the response, and the body says where to follow it. Such routes declare `accepted`.
 */
export class Accepted<T> {
  constructor(readonly body: T) {}
}
