/*
 * What a use case may hand a route instead of a body: the kinds of answers that are more than a status and JSON.
 */

/** An answer that sends the browser elsewhere; such routes declare `response: "redirect"`. */
export class Redirect {
  constructor(
    readonly location: string,
    readonly headers: Headers = new Headers(),
  ) {}
}

/** What was made where a route may also find it there already; such routes declare `mayCreate`. */
export class Created<T> {
  constructor(readonly body: T) {}
}

/** An answer that browsers save as a file, sent as it is written; such routes declare `response: "csv"`. */
export class CsvFile {
  constructor(
    readonly name: string,
    readonly text: AsyncIterable<string>,
    readonly contentType = "text/csv; charset=utf-8",
  ) {}
}

/** Events that are sent as they happen, for as long as the answer lasts; such routes declare `response: "events"`. */
export class EventStream {
  constructor(readonly body: ReadableStream<Uint8Array>) {}
}

/** The answer 202: the work goes on after it, and the body says where to follow it. Such routes declare `accepted`. */
export class Accepted<T> {
  constructor(readonly body: T) {}
}
