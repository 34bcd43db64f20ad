import type { IncomingMessage, ServerResponse } from "node:http";

/*
 * Bodies that clients send only once they are told to go on (`Expect: 100-continue`; RFC 9110, 10.1.1): a refusal that
 * needs none of a body comes before it is sent.
 */

const awaited = new WeakSet<IncomingMessage>();

/** Whether the client waits to be told to go on. */
export function isAwaited(request: IncomingMessage): boolean {
  return awaited.has(request);
}

/** Tells the client to go on as soon as somebody reads the body, and never once the answer has begun. */
export function continueOnceRead(
  request: IncomingMessage,
  response: ServerResponse,
  onContinued: () => void,
): void {
  const read = request._read.bind(request);
  awaited.add(request);
  request._read = (size) => {
    request._read = read;
    awaited.delete(request);
    if (!response.headersSent && !response.destroyed) {
      response.writeContinue();
      onContinued();
    }
    read(size);
  };
}
