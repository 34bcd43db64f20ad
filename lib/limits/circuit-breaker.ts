import { LIMIT_STORE_REST_MS, LIMIT_STORE_TIMEOUTS_MAX } from "@/lib/limits/table";

/**
 * Gives a store that does not answer a break: after three calls in a row without an answer in time, it is not called
 * for 5 s. Then one caller tries while the others still skip it, and the result of that call decides for all. Times are
 * in ms of a steady clock.
 */
export class CircuitBreaker {
  private timeouts = 0;
  private restsUntilMs = Number.NEGATIVE_INFINITY;

  /** Whether the store may be called now. If so, the caller must report the result of the call. */
  mayCall(nowMs: number): boolean {
    if (this.timeouts < LIMIT_STORE_TIMEOUTS_MAX) return true;
    if (nowMs < this.restsUntilMs) return false;
    // This caller tries; the next ones wait for what comes of it.
    this.restsUntilMs = nowMs + LIMIT_STORE_REST_MS;
    return true;
  }

  /** The store answered, be it with an error: it costs nobody their time. */
  answered(): void {
    this.timeouts = 0;
  }

  /** A call got no answer in time. */
  timedOut(nowMs: number): void {
    this.timeouts += 1;
    if (this.timeouts >= LIMIT_STORE_TIMEOUTS_MAX) this.restsUntilMs = nowMs + LIMIT_STORE_REST_MS;
  }
}
