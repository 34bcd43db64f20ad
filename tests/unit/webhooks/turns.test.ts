import { describe, expect, it } from "vitest";
import { TURNS_AT_ONCE } from "@/lib/webhooks/limits";
import { Turns } from "@/lib/webhooks/sending/turns";

describe("turns", () => {
  it("are handed out to all, in the order of each key, and round and round among the keys", async () => {
    const turns = new Turns();
    const came: string[] = [];
    const take = async (key: string, n: number) => {
      await turns.take(key);
      came.push(`${key}${n}`);
    };
    const crowd = Array.from({ length: 100 }, (_, n) => take("crowd", n));
    await Promise.all([...crowd, take("quiet", 0), take("quiet", 1)]);
    expect(came).toHaveLength(102);
    expect(came.indexOf("quiet0")).toBe(1);
    expect(came.indexOf("quiet1")).toBe(3);
    expect(came.filter((each) => each.startsWith("crowd"))).toEqual(
      Array.from({ length: 100 }, (_, n) => `crowd${n}`),
    );
  });

  it("leave the event loop to others in between", async () => {
    const turns = new Turns();
    const came: string[] = [];
    const crowd = Array.from({ length: 10 * TURNS_AT_ONCE }, async () => {
      await turns.take("crowd");
      came.push("crowd");
    });
    setImmediate(() => setImmediate(() => came.push("other")));
    await Promise.all(crowd);
    expect(came.indexOf("other")).toBeGreaterThan(0);
    expect(came.indexOf("other")).toBeLessThanOrEqual(3 * TURNS_AT_ONCE);
  });

  it("are there again for who comes later", async () => {
    const turns = new Turns();
    const came: string[] = [];
    for (const key of ["one", "one", "other"]) came.push(await turns.take(key).then(() => key));
    expect(came).toEqual(["one", "one", "other"]);
  });
});
