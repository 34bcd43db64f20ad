/**
 * A queue for work that is heavy while it runs: only so much of it runs at a time in this process, and the rest waits. Keys
 * take turns, so that nobody waits for all that another one has waiting.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #perKey: number;
  readonly #placeMsMax: number | null;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();
  #total = 0;

  /**
   * @param limits how much may run at a time, altogether and for one key; and how long work may keep others waiting, in
   * milliseconds: after that its place goes on to them, and it runs beside them
   */
  constructor(limits: { atOnce?: number; perKey?: number; placeMsMax?: number }) {
    this.#atOnce = limits.atOnce ?? Infinity;
    this.#perKey = limits.perKey ?? Infinity;
    this.#placeMsMax = limits.placeMsMax ?? null;
  }

  /** How much work waits for its turn now. */
  get waiting(): number {
    let count = 0;
    for (const each of this.#waiting.values()) count += each.length;
    return count;
  }

  /** Runs work when it is its turn. @param key whoever it is for */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.#mayBegin(key)) this.#count(key, 1);
    else {
      await new Promise<void>((begin) => {
        this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), begin]);
      });
    }
    let hasPlace = true;
    const leave = () => {
      if (!hasPlace) return;
      hasPlace = false;
      this.#count(key, -1);
      this.#beginNext();
    };
    const late = this.#placeMsMax === null ? undefined : setTimeout(leave, this.#placeMsMax);
    try {
      return await work();
    } finally {
      clearTimeout(late);
      leave();
    }
  }

  #mayBegin(key: string): boolean {
    return this.#total < this.#atOnce && (this.#running.get(key) ?? 0) < this.#perKey;
  }

  #count(key: string, by: number): void {
    this.#total += by;
    const running = (this.#running.get(key) ?? 0) + by;
    if (running > 0) this.#running.set(key, running);
    else this.#running.delete(key);
  }

  /** Gives the free place to the first key that may have it, which goes to the end of the line with what else it has. */
  #beginNext(): void {
    for (const [key, [next, ...others]] of this.#waiting) {
      if (!this.#mayBegin(key)) continue;
      this.#waiting.delete(key);
      if (others.length > 0) this.#waiting.set(key, others);
      this.#count(key, 1);
      next?.();
      return;
    }
  }
}
