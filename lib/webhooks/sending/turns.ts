import { TURNS_AT_ONCE } from "@/lib/webhooks/limits";

/**
 * Hands out turns of the event loop: a few at a time, and round and round among those whose keys differ. Where hundreds
 * of requests begin or end at the same moment, everything else in the process gets its turn in between, and who shares
 * no key with them waits for a few of them and not for all.
 */
export class Turns {
  private readonly lines = new Map<string, (() => void)[]>();
  private isUnderWay = false;

  /** Resolves when it is the turn of this caller; where nobody waits, as soon as the event loop has gone round. */
  take(key: string): Promise<void> {
    return new Promise((resolve) => {
      const line = this.lines.get(key);
      if (line) line.push(resolve);
      else this.lines.set(key, [resolve]);
      if (this.isUnderWay) return;
      this.isUnderWay = true;
      setImmediate(this.handOut);
    });
  }

  private readonly handOut = (): void => {
    for (let given = 0; given < TURNS_AT_ONCE; given++) this.giveNext();
    this.isUnderWay = this.lines.size > 0;
    if (this.isUnderWay) setImmediate(this.handOut);
  };

  private giveNext(): void {
    const [first] = this.lines;
    if (first === undefined) return;
    const [key, [begin, ...others]] = first;
    this.lines.delete(key);
    if (others.length > 0) this.lines.set(key, others);
    begin?.();
  }
}
