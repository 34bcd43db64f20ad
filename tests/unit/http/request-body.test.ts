import { setImmediate as othersTurn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { AppError } from "@/lib/http/app-error";
import { answering, bodiesState, takeInHand } from "@/lib/http/arriving-bodies";
import {
  ARRIVING_BYTES_MAX,
  ARRIVING_BYTES_PER_ADDRESS_MAX,
  BODIES_IN_HAND_PER_ADDRESS_MAX,
  BODY_IN_HAND_BYTES_MIN,
  LARGE_BODIES_ARRIVING_MAX,
  LARGE_BODIES_ARRIVING_PER_ADDRESS_MAX,
  LARGE_BODY_BYTES_MIN,
  LARGE_BODY_PLACE_MS_MAX,
  LARGE_JSON_BYTES_MIN,
} from "@/lib/http/limits";
import { JSON_VALUES_MAX, parseJson, readBytes, readJson, unpack } from "@/lib/http/request-body";

const LIMIT_BYTES = 33_554_432;
const UNPACKED_BYTES = 8_388_608;
const BYTES = Buffer.alloc(LARGE_BODY_BYTES_MIN + 1);

/** A body of which all but the end has come. */
function anArriving(address: string, length: number) {
  let [end, breakOff, isBegun] = [() => {}, () => {}, false];
  const rest = new Promise<void>((resolve, reject) => {
    end = resolve;
    breakOff = () => reject(new Error("aborted"));
  });
  rest.catch(() => {});
  async function* body() {
    isBegun = true;
    yield BYTES.subarray(0, length);
    await rest;
  }
  const headers = new Headers({ "content-length": String(length), "x-forwarded-for": address });
  const outcome = readBytes({ body: body(), headers } as unknown as Request, LIMIT_BYTES).then(
    (bytes) => bytes.length,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );
  return { outcome, end, breakOff, isRead: () => isBegun };
}

async function read(text: string, isPacked = false) {
  const request = new Request("http://localhost/", {
    method: "POST",
    body: isPacked ? gzipSync(text) : text,
    headers: isPacked ? { "content-encoding": "gzip" } : {},
  });
  const answer = await readJson(request, LIMIT_BYTES).catch((error: unknown) => error);
  return answer instanceof AppError ? answer.code : (answer as { value: unknown }).value;
}

it("says that a byte order mark is what stands in the way of JSON", () => {
  expect(() => parseJson(Buffer.from("\uFEFF{}"))).toThrow(/byte order mark: send it without/);
});

describe("a large body of JSON", () => {
  const many = 2 * JSON_VALUES_MAX;
  const half = JSON_VALUES_MAX / 2;

  it.each([
    ["objects", `[${"{},".repeat(many)}{}]`],
    ["arrays in each other", "[".repeat(many) + "]".repeat(many)],
    ["entries", `{${Array.from({ length: JSON_VALUES_MAX }, (_, n) => `"${n}":1`).join(",")}}`],
    ["texts", `[${'"",'.repeat(many)}""]`],
    ["numbers behind an escaped quote", `["\\"",${"1,".repeat(many)}1]`],
    ["numbers behind a backslash", `["\\\\",${"1,".repeat(many)}1]`],
  ])("is refused unread when it holds too many values: %s", async (_, text) => {
    expect(await read(text)).toBe("too_large");
    expect(await read(text, true)).toBe("too_large");
  });

  it("is parsed without blocking other work, however large a text in it is", async () => {
    const text = JSON.stringify({ csv: "x,y\n".repeat(LIMIT_BYTES / 8) });
    const request = { body: [Buffer.from(text)], headers: new Headers() } as unknown as Request;
    let turns = 0;
    const isRead = readJson(request, LIMIT_BYTES).then(() => true);
    while (!(await Promise.race([isRead, new Promise((resolve) => setImmediate(resolve, false))])))
      turns += 1;
    expect(turns).toBeGreaterThan(20);
  });

  it("means the same as a small one", async () => {
    const rest = ` "rest": "${"y".repeat(LARGE_JSON_BYTES_MIN)}"`;
    const read = async (begin: string, end = "}") => {
      const body = (text: string) => new Request("http://localhost/", { method: "POST", body: text });
      const of = (text: string) => readJson(body(text), LIMIT_BYTES).catch((error) => error.message);
      const [small, large] = [await of(`${begin} "rest": 1${end}`), await of(`${begin}${rest}${end}`)];
      if (typeof small === "string") return [small, large];
      const [a, b] = [small, large].map(({ value, mayBeUnstorable }) => [
        Object.entries({ ...value, rest: 0 }),
        mayBeUnstorable,
      ]);
      return [a, b];
    };
    for (const [begin, end] of [
      ['{"a": 1, "a": 2, "__proto__": {"x": 1}, "constructor": null,'],
      ['{"ä": "\\ud800", "n": -0, "big": 1e999, "list": [[{}], 9007199254740993],'],
      ['{"nul": "\\u0000",'],
      ["{", "]"],
      ['{"é": "🦄",'],
      ['\uFEFF{"a": 1,'],
      ['\uFEFF\uFEFF{"a": 1,'],
    ] as const) {
      const [small, large] = await read(begin, end);
      expect(large).toEqual(small);
    }
  });

  it.each([
    ["one text, whatever stands in it", { csv: '{[",\\"'.repeat(many) }],
    ["as many values as may be", Array.from({ length: half - 1 }, () => "a longer text")],
  ])("is read with %s", async (_, value) => {
    expect(await read(JSON.stringify(value))).toEqual(value);
  });
});

describe("large bodies", () => {
  it.each([
    ["of a length that is announced", { "content-length": String(LARGE_BODY_BYTES_MIN + 1) }],
    ["of any length", {}],
  ])("%s are read a few at a time, however many someone begins to send", async (_, headers) => {
    const many = 3 * LARGE_BODIES_ARRIVING_PER_ADDRESS_MAX;
    const ends: (() => void)[] = [];
    const bodies = Array.from({ length: many }, () => {
      async function* slowly() {
        await new Promise<void>((end) => ends.push(end));
        yield Buffer.alloc(LARGE_BODY_BYTES_MIN + 1);
      }
      return { body: slowly(), headers: new Headers(headers) } as unknown as Request;
    });
    const read = Promise.all(bodies.map((request) => readBytes(request, LIMIT_BYTES)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ends).toHaveLength(LARGE_BODIES_ARRIVING_PER_ADDRESS_MAX);
    while (ends.length < many) {
      for (const end of ends) end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const end of ends) end();
    expect((await read).map(({ length }) => length)).toEqual(Array(many).fill(LARGE_BODY_BYTES_MIN + 1));
  });

  it("that come slowly make room for others, and are read to their end", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const slow = Array.from({ length: LARGE_BODIES_ARRIVING_MAX }, (_, index) =>
      anArriving(`192.0.2.${index % 3}`, LARGE_BODY_BYTES_MIN + 1),
    );
    const other = anArriving("192.0.2.9", LARGE_BODY_BYTES_MIN + 1);
    await othersTurn();
    expect([slow.every(({ isRead }) => isRead()), other.isRead()]).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(LARGE_BODY_PLACE_MS_MAX);
    other.end();
    expect(await other.outcome).toBe(LARGE_BODY_BYTES_MIN + 1);
    for (const each of slow) each.end();
    expect(await Promise.all(slow.map(({ outcome }) => outcome))).toEqual(
      slow.map(() => LARGE_BODY_BYTES_MIN + 1),
    );
  });
});

describe("the length of a body", () => {
  const outcomeOf = (bytes: number, limitBytes: number, announced?: number) => {
    const headers = new Headers(announced === undefined ? {} : { "content-length": String(announced) });
    const request = { body: [Buffer.alloc(bytes)], headers } as unknown as Request;
    return readBytes(request, limitBytes).then(
      ({ length }) => length,
      (error: AppError) => error.code,
    );
  };

  it.each([1_000, LARGE_BODY_BYTES_MIN + 1])(
    "may be %i bytes where the limit is, and no more",
    async (limit) => {
      expect(await outcomeOf(limit, limit)).toBe(limit);
      expect(await outcomeOf(limit, limit, limit)).toBe(limit);
      expect(await outcomeOf(limit + 1, limit)).toBe("too_large");
      expect(await outcomeOf(0, limit, limit + 1)).toBe("too_large");
    },
  );

  it("is the one that was announced, where that is large", async () => {
    const announced = LARGE_BODY_BYTES_MIN + 1;
    expect(await outcomeOf(announced + 1, LIMIT_BYTES, announced)).toBe("bad_request");
    expect(await outcomeOf(announced - 1, LIMIT_BYTES, announced)).toBe("bad_request");
  });
});

describe("bodies that have arrived", () => {
  it("count as held while they wait to be worked on, and the first is given up where one sender's are too many", async () => {
    const quarter = { byteLength: ARRIVING_BYTES_PER_ADDRESS_MAX / 4 } as Uint8Array;
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const headers = { "x-forwarded-for": "192.0.2.1" };
    const outcomes: string[] = [];
    const take = (bytes: Uint8Array, name: string) => {
      const request = new Request("http://localhost/", { headers });
      return answering(request, async () => {
        await takeInHand(request, bytes);
        outcomes.push(name);
        await finished;
      }).catch((error: AppError) => outcomes.push(`${name} ${error.code}`));
    };
    const small = { byteLength: BODY_IN_HAND_BYTES_MIN } as Uint8Array;
    const begun = Array.from({ length: BODIES_IN_HAND_PER_ADDRESS_MAX }, () => take(small, "begun"));
    await othersTurn();
    const waiting = [1, 2, 3, 4, 5].map((number) => take(quarter, `${number}`));
    await othersTurn();
    expect(outcomes.filter((each) => each !== "begun")).toEqual(["1 unavailable"]);
    // The one that was given up still stands in the line; its turn will end at once.
    expect(bodiesState()).toMatchObject({ heldBytes: 4 * quarter.byteLength, waiting: 5 });
    finish();
    await Promise.all([...begun, ...waiting]);
    expect(outcomes.filter((each) => each !== "begun")).toEqual(["1 unavailable", "2", "3", "4", "5"]);
  });

  it("don't wait where they are small, however many others are worked on", async () => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const take = (byteLength: number) => {
      const request = new Request("http://localhost/", { headers: { "x-forwarded-for": "192.0.2.1" } });
      return answering(request, async () => {
        await takeInHand(request, { byteLength } as Uint8Array);
        return byteLength < BODY_IN_HAND_BYTES_MIN ? undefined : finished;
      });
    };
    const all = Array.from({ length: BODIES_IN_HAND_PER_ADDRESS_MAX + 1 }, () =>
      take(BODY_IN_HAND_BYTES_MIN),
    );
    await othersTurn();
    expect(bodiesState().waiting).toBe(1);
    await take(BODY_IN_HAND_BYTES_MIN - 1);
    expect(bodiesState().waiting).toBe(1);
    finish();
    await Promise.all(all);
  });
});

describe("packed bodies", () => {
  it("are unpacked a few at a time, and by turns of addresses: a few bytes become many", async () => {
    const packed = gzipSync(Buffer.alloc(UNPACKED_BYTES));
    const done: string[] = [];
    const from = async (address: string) => {
      const headers = { "content-encoding": "gzip", "x-forwarded-for": address };
      const { length } = await unpack(packed, new Request("http://localhost/", { headers }), LIMIT_BYTES);
      done.push(address);
      return length;
    };
    const lengths = Array.from({ length: 40 }, () => from("192.0.2.1"));
    lengths.push(from("192.0.2.2"));
    expect(new Set(await Promise.all(lengths))).toEqual(new Set([UNPACKED_BYTES]));
    expect(done.indexOf("192.0.2.2")).toBeLessThan(10);
  });
});

describe("bodies that are on their way", () => {
  it("hold so much memory for an address at most: then the one that began first is given up", async () => {
    const many = ARRIVING_BYTES_PER_ADDRESS_MAX / LARGE_BODY_BYTES_MIN;
    const bodies = Array.from({ length: many + 3 }, () => anArriving("192.0.2.1", LARGE_BODY_BYTES_MIN));
    const other = anArriving("192.0.2.2", LARGE_BODY_BYTES_MIN);
    const { givenUp, lastFullAtMs } = bodiesState();
    const before = { ...givenUp };
    await othersTurn();
    expect(bodiesState()).toMatchObject({
      heldBytes: ARRIVING_BYTES_PER_ADDRESS_MAX + LARGE_BODY_BYTES_MIN,
      givenUp: { ...before, address: before.address + 3 },
      lastFullAtMs,
    });
    for (const each of [...bodies, other]) each.end();
    const outcomes = await Promise.all(bodies.map(({ outcome }) => outcome));
    expect(outcomes.slice(0, 3)).toEqual(Array(3).fill("unavailable"));
    expect(outcomes.slice(3)).toEqual(Array(many).fill(LARGE_BODY_BYTES_MIN));
    expect(await other.outcome).toBe(LARGE_BODY_BYTES_MIN);
  });

  it("hold so much altogether: then the address that holds most gives up its first", async () => {
    const share = ARRIVING_BYTES_PER_ADDRESS_MAX / LARGE_BODY_BYTES_MIN - 1;
    const all = ARRIVING_BYTES_MAX / LARGE_BODY_BYTES_MIN;
    const first = anArriving("192.0.2.200", LARGE_BODY_BYTES_MIN);
    const bodies = Array.from({ length: all }, (_, index) =>
      anArriving(`192.0.2.${Math.floor(index / share)}`, LARGE_BODY_BYTES_MIN),
    );
    const before = { ...bodiesState().givenUp };
    await othersTurn();
    expect(bodiesState().givenUp).toEqual({ ...before, all: before.all + 1 });
    for (const each of [first, ...bodies]) each.end();
    expect(await first.outcome).toBe(LARGE_BODY_BYTES_MIN);
    const outcomes = await Promise.all(bodies.map(({ outcome }) => outcome));
    expect(outcomes.filter((outcome) => outcome === "unavailable")).toHaveLength(1);
    expect(outcomes[0]).toBe("unavailable");
  });

  it("give back what they held when they end, whichever way", async () => {
    const many = ARRIVING_BYTES_PER_ADDRESS_MAX / LARGE_BODY_BYTES_MIN;
    for (let round = 0; round < 3; round++) {
      const bodies = Array.from({ length: many }, () => anArriving("192.0.2.1", LARGE_BODY_BYTES_MIN));
      await othersTurn();
      for (const [index, each] of bodies.entries()) index % 2 === 0 ? each.end() : each.breakOff();
      const outcomes = await Promise.all(bodies.map(({ outcome }) => outcome));
      expect(new Set(outcomes)).toEqual(new Set([LARGE_BODY_BYTES_MIN, "bad_request"]));
      expect(bodiesState()).toMatchObject({ heldBytes: 0, waiting: 0 });
    }
  });
});
