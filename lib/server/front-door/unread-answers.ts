import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

type Answer = { callerOf: () => string; socket: Socket; leftBytes: number };
type Unread = { response: ServerResponse; caller: string; bytes: number };
type Caps = { perAddress: number; total: number; bytesPerAddress: number; bytesTotal: number };

/**
 * Finds answers that hold memory because nobody reads them. One that goes on being read never counts, however slowly it
 * is; of the others, those that began first are given up where there are too many.
 */
export class UnreadAnswers {
  readonly #answers = new Map<ServerResponse, Answer>();
  readonly #caps: Caps;

  constructor(caps: Caps) {
    this.#caps = caps;
  }

  /** Watches an answer until `forget`. @param callerOf whom it counts for: asked of the few that are not read */
  watch(response: ServerResponse, socket: Socket, callerOf: () => string): void {
    this.#answers.set(response, { callerOf, socket, leftBytes: -1 });
  }

  forget(response: ServerResponse): void {
    this.#answers.delete(response);
  }

  /** To be called now and then. @returns what is to be given up */
  check(): ServerResponse[] {
    const byCaller = new Map<string, Unread[]>();
    for (const unread of this.#unread()) {
      byCaller.set(unread.caller, [...(byCaller.get(unread.caller) ?? []), unread]);
    }
    const { perAddress, total, bytesPerAddress, bytesTotal } = this.#caps;
    const kept = [...byCaller.values()].map((own) => within(own, perAddress, bytesPerAddress));
    // Whoever has most goes first, so that nobody else loses theirs: most answers, or most of what is unread.
    const few = new Set(within(mostFirst(kept, (own) => own.length).flat(), total, Infinity));
    const left = kept.map((own) => own.filter((unread) => few.has(unread)));
    const all = within(mostFirst(left, sizeOf).flat(), Infinity, bytesTotal);
    const isKept = new Set(all.map(({ response }) => response));
    return [...byCaller.values()].flat().flatMap(({ response }) => (isKept.has(response) ? [] : [response]));
  }

  /** Those of which nothing left since the last look. */
  #unread(): Unread[] {
    const unread: Unread[] = [];
    for (const [response, answer] of this.#answers) {
      const { socket, callerOf } = answer;
      const leftBytes = socket.bytesWritten - socket.writableLength;
      const hasMoved = leftBytes !== answer.leftBytes;
      answer.leftBytes = leftBytes;
      const bytes = response.writableLength;
      if (!hasMoved && bytes > 0) unread.push({ response, caller: callerOf(), bytes });
    }
    return unread;
  }
}

function sizeOf(unread: Unread[]): number {
  return unread.reduce((sum, { bytes }) => sum + bytes, 0);
}

function mostFirst(groups: Unread[][], measure: (own: Unread[]) => number): Unread[][] {
  return groups.toSorted((a, b) => measure(b) - measure(a));
}

/** The last ones, no more than so many and so large together. */
function within(unread: Unread[], countMax: number, bytesMax: number): Unread[] {
  let bytes = 0;
  const tooLarge = unread.findLastIndex((each) => {
    bytes += each.bytes;
    return bytes > bytesMax;
  });
  return unread.slice(Math.max(tooLarge + 1, unread.length - countMax));
}
