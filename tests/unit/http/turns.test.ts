import { expect, it, onTestFinished, vi } from "vitest";
import { Turns } from "@/lib/http/turns";

it("runs so much at a time, keys by turns, and goes on after work that fails", async () => {
  const turns = new Turns({ atOnce: 1 });
  const begun: string[] = [];
  const work = (key: string, name: string) =>
    turns.take(key, async () => {
      begun.push(name);
      await Promise.resolve();
      if (name === "a2") throw new Error("no");
      return name;
    });
  const all = [
    work("a", "a1"),
    work("a", "a2"),
    work("a", "a3"),
    work("a", "a4"),
    work("b", "b1"),
    work("c", "c1"),
    work("b", "b2"),
  ];
  expect(begun).toEqual(["a1"]);
  expect(turns.waiting).toBe(all.length - 1);
  const ended = await Promise.allSettled(all);
  expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  expect(ended.map(({ status }) => status === "fulfilled")).toEqual([
    true,
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(turns.waiting).toBe(0);
  expect(await work("d", "d1")).toBe("d1");
});

it.each([
  [{ atOnce: 2 }, 2],
  [{ perKey: 1 }, 3],
])("runs no more than it may and no less: %o", async (limits, expected) => {
  const turns = new Turns(limits);
  let [running, most] = [0, 0];
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      turns.take(String(index % 3), async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
      }),
    ),
  );
  expect(most).toBe(expected);
});

it("gives the place of work that takes too long to who waits, once", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const turns = new Turns({ atOnce: 1, placeMsMax: 1_000 });
  const ends: (() => void)[] = [];
  const work = () => turns.take("a", () => new Promise<void>((end) => ends.push(end)));
  const all = [work(), work(), work()];
  await vi.advanceTimersByTimeAsync(999);
  expect(ends).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toHaveLength(2);
  // The first has no place any more that its end could free.
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(999);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(3);
  ends[2]?.();
  await Promise.all(all);
});
