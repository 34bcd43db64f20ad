import { AppError } from "@/lib/http/app-error";
import { countedIp } from "@/lib/http/client-ip";
import {
  ARRIVING_BYTES_MAX,
  ARRIVING_BYTES_PER_ADDRESS_MAX,
  BODIES_IN_HAND_MAX,
  BODIES_IN_HAND_PER_ADDRESS_MAX,
  BODY_IN_HAND_BYTES_MIN,
  LARGE_BODIES_ARRIVING_MAX,
  LARGE_BODIES_ARRIVING_PER_ADDRESS_MAX,
  LARGE_BODY_PLACE_MS_MAX,
} from "@/lib/http/limits";
import { Turns } from "@/lib/http/turns";
import { processWide } from "@/lib/platform/process-wide";

/*
 * Bodies until they are answered: anyone may begin to send thousands of them and never end, or send thousands that become
 * twenty times as large when they are parsed.
 */

const RETRY_AFTER_S = 5;

type Body = { giveUp(): void };

/** Bodies of one address, in the order in which they began. */
type Sender = { bytes: number; bodies: Map<Body, number> };

/** Which bound a body was given up for: that of its address, or that of all together. */
type Bound = "address" | "all";

type Arriving = {
  senders: Map<string, Sender>;
  bytes: number;
  places: Turns;
  inHand: Turns;
  givenUp: Record<Bound, number>;
  lastFullAtMs: number | null;
};

const arriving = processWide<Arriving>("bodies-arriving", () => ({
  senders: new Map(),
  bytes: 0,
  places: new Turns({
    atOnce: LARGE_BODIES_ARRIVING_MAX,
    perKey: LARGE_BODIES_ARRIVING_PER_ADDRESS_MAX,
    placeMsMax: LARGE_BODY_PLACE_MS_MAX,
  }),
  inHand: new Turns({
    atOnce: BODIES_IN_HAND_MAX,
    perKey: BODIES_IN_HAND_PER_ADDRESS_MAX,
    placeMsMax: LARGE_BODY_PLACE_MS_MAX,
  }),
  givenUp: { address: 0, all: 0 },
  lastFullAtMs: null,
}));

/** When the requests under way are answered. */
const answers = new WeakMap<Request, Promise<unknown>>();

/** What this process holds of bodies, how many wait for their turn, and how many were given up so far. */
export function bodiesState() {
  const { bytes, places, inHand, givenUp, lastFullAtMs } = arriving;
  return { heldBytes: bytes, waiting: places.waiting + inHand.waiting, givenUp, lastFullAtMs };
}

/** Whom a body counts for. */
export function senderOf(request: Request): string {
  return countedIp(request) ?? "unknown";
}

function hold(address: string, body: Body, bytes: number): void {
  const sender = arriving.senders.get(address) ?? { bytes: 0, bodies: new Map() };
  arriving.senders.set(address, sender);
  sender.bodies.set(body, (sender.bodies.get(body) ?? 0) + bytes);
  sender.bytes += bytes;
  arriving.bytes += bytes;
  if (sender.bytes > ARRIVING_BYTES_PER_ADDRESS_MAX) giveUpFirstOf(address, sender, "address");
  else if (arriving.bytes > ARRIVING_BYTES_MAX) {
    arriving.lastFullAtMs = performance.now();
    const [most] = [...arriving.senders].sort(([, a], [, b]) => b.bytes - a.bytes);
    if (most) giveUpFirstOf(...most, "all");
  }
}

function release(address: string, body: Body): void {
  const sender = arriving.senders.get(address);
  const bytes = sender?.bodies.get(body);
  if (!sender || bytes === undefined) return;
  sender.bodies.delete(body);
  sender.bytes -= bytes;
  arriving.bytes -= bytes;
  if (sender.bodies.size === 0) arriving.senders.delete(address);
}

/** The one that began first is the slowest, or large. */
function giveUpFirstOf(address: string, sender: Sender, bound: Bound): void {
  const [first] = sender.bodies.keys();
  if (!first) return;
  arriving.givenUp[bound]++;
  release(address, first);
  first.giveUp();
}

/** A body that can be given up: then `awaited` throws in place of what it waits for. */
function giveable() {
  const body: Body = { giveUp() {} };
  const givenUp = new Promise<null>((resolve) => {
    body.giveUp = () => resolve(null);
  });
  const awaited = async <T>(what: Promise<T>): Promise<T> => {
    const outcome = await Promise.race([what.then((value) => ({ value })), givenUp]);
    if (outcome !== null) return outcome.value;
    throw new AppError("unavailable", "Too much is being sent at a time; send it again later.", {
      retryAfterS: RETRY_AFTER_S,
    });
  };
  return { body, awaited };
}

async function* given({ body }: Request): AsyncGenerator<Uint8Array> {
  yield* (body ?? []) as AsyncIterable<Uint8Array>;
}

/**
 * The chunks of a body. What arrived of it counts as held until the caller has the last one.
 * @throws AppError bad_request if it breaks off, which is no news for the log; unavailable if it is given up, because its
 * address, or all together, hold too much of bodies that don't end
 */
export async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  const address = senderOf(request);
  const { body, awaited } = giveable();
  const chunks = given(request);
  try {
    for (;;) {
      const next = await awaited(chunks.next());
      if (next.done) return;
      hold(address, body, next.value.byteLength);
      yield next.value;
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("bad_request", "The request body is incomplete.", { cause });
  } finally {
    release(address, body);
    // Not awaited: where the next chunk is awaited, this would wait for it too.
    chunks.return(undefined).catch(() => {});
  }
}

/**
 * Reads a large body when it is its turn: a few are read at a time, and fewer of one address. One that takes long makes
 * room for others and goes on beside them.
 */
export function readInTurn(request: Request, read: () => Promise<Buffer>): Promise<Buffer> {
  return arriving.places.take(senderOf(request), read);
}

/** Answers a request: the place that its body takes by `takeInHand` is free again once that is done. */
export async function answering<T>(request: Request, answer: () => Promise<T>): Promise<T> {
  let end = () => {};
  answers.set(request, new Promise<void>((resolve) => (end = resolve)));
  try {
    return await answer();
  } finally {
    end();
  }
}

/**
 * Waits until a body that has arrived may be worked on. A few are at a time, and fewer of one address: parsed, each is many
 * times as large until it is answered, and one that takes long makes room for others. Meanwhile it counts as held. Small
 * ones don't wait.
 * @throws AppError unavailable, as `chunksOf`
 */
export async function takeInHand(request: Request, { byteLength }: Uint8Array): Promise<void> {
  const answered = answers.get(request);
  if (!answered || byteLength < BODY_IN_HAND_BYTES_MIN) return;
  const address = senderOf(request);
  const { body, awaited } = giveable();
  const begun = new Promise<void>((begin) => {
    void arriving.inHand.take(address, () => {
      begin();
      return answered;
    });
  });
  try {
    hold(address, body, byteLength);
    await awaited(begun);
  } finally {
    release(address, body);
  }
}
