import type { IncomingMessage } from "node:http";
import { BODY_BYTES_PER_S_MIN, TIMES } from "@/lib/server/front-door/limits";

type Body = { startedAtBytes: number; waitedMs: number };

/**
 * Finds requests whose bodies come in drips. Only time in which the client was waited for counts: while bytes that came
 * wait to be read, it is we who are slow.
 */
export class SlowBodies {
  readonly #bodies = new Map<IncomingMessage, Body>();
  readonly #graceMs: number;

  constructor(graceMs = TIMES.bodyGraceMs) {
    this.#graceMs = graceMs;
  }

  /** Watches a request until `forget`. */
  watch(request: IncomingMessage): void {
    if (!request.complete)
      this.#bodies.set(request, { startedAtBytes: request.socket.bytesRead, waitedMs: 0 });
  }

  forget(request: IncomingMessage): void {
    this.#bodies.delete(request);
  }

  /** To be called every `elapsedMs`. @returns the requests that are too slow by now, each once */
  check(elapsedMs: number): IncomingMessage[] {
    const slow: IncomingMessage[] = [];
    for (const [request, body] of this.#bodies) {
      if (request.complete || request.destroyed) {
        this.#bodies.delete(request);
        continue;
      }
      if (request.readableLength > 0) continue;
      body.waitedMs += elapsedMs;
      const received = request.socket.bytesRead - body.startedAtBytes;
      if (body.waitedMs <= this.#graceMs || received >= (BODY_BYTES_PER_S_MIN * body.waitedMs) / 1000)
        continue;
      this.#bodies.delete(request);
      slow.push(request);
    }
    return slow;
  }
}
