import type { Socket } from "node:net";

/** An interim answer has a status from 100 to 199; not 101, after which a connection speaks HTTP no more. */
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/;
const STATUS_LINE_START = "HTTP/1.1 100 ".length;
const END_OF_HEADERS = "\r\n\r\n";
/** As much as undici allows the headers of an answer. */
const INTERIM_BYTES_MAX = 16_384;

/**
 * Takes interim answers, such as `100 Continue`, out of what comes by a connection that has one request in progress at a
 * time. Every client has to pass over those, even if it didn't ask for them (RFC 9110, 15.2); undici closes a connection
 * that brings a 100.
 */
export function passOverInterim(socket: Socket): void {
  const { read, write } = socket;
  /** The beginning of an answer, until it is known for a final one; null from then on. */
  let beginning: Buffer | null = null;

  socket.write = ((...given: Parameters<Socket["write"]>) => {
    beginning = Buffer.alloc(0);
    return write.apply(socket, given);
  }) as Socket["write"];

  socket.read = (size) => {
    const chunk: Buffer | null = read.call(socket, size);
    if (chunk === null || beginning === null) return chunk;
    beginning = Buffer.concat([beginning, chunk]);
    for (;;) {
      const start = beginning.toString("latin1", 0, STATUS_LINE_START);
      // Of a shorter one nothing can be told yet.
      if (start.length === STATUS_LINE_START && !INTERIM.test(start)) break;
      const end = beginning.indexOf(END_OF_HEADERS);
      if (end === -1 && beginning.length <= INTERIM_BYTES_MAX) return socket.read(size);
      if (end === -1) break;
      beginning = beginning.subarray(end + END_OF_HEADERS.length);
    }
    const rest = beginning;
    beginning = null;
    return rest;
  };
}
