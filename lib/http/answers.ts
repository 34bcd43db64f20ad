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
 * JSON that is the same for everybody, so large that writing and hashing it for each request would keep the process busy;
 * such routes declare `revalidates`. Packing is left to Next, which drops a Content-Encoding that comes with an answer and
 * would pack what is packed once more.
 */
export class SharedJson {
  readonly text: string;
  readonly etag: string;

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
    this.etag = `"${sha256Hex(this.text)}"`;
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
