import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "@/lib/ui/api/client";
import { type Profile, type ProfileChange, profileChanges, timeZoneOf } from "@/lib/ui/api/profile";
import { keyOf } from "@/lib/ui/api/resource-queries";

const KEY = keyOf("/developers/me");

/** A cached profile, and changes of it whose answers come when the test says. */
function aProfile() {
  const queries = new QueryClient();
  const stored = { name: "Ada", time_zone: "UTC" } as Profile;
  queries.setQueryData(KEY, stored);
  let held: Profile = stored;
  const waiting: ((isTaken: boolean) => void)[] = [];
  const answerLater = (_path: string, { body }: { body: ProfileChange }) =>
    new Promise((resolve, reject) => {
      waiting.push((isTaken) => {
        if (!isTaken) return reject(new Error("refused"));
        held = { ...held, ...body } as Profile;
        return resolve(held);
      });
    });
  vi.spyOn(api, "patch").mockImplementation(answerLater as typeof api.patch);
  return {
    shown: () => queries.getQueryData<Profile>(KEY),
    waiting,
    change: (change: ProfileChange) => new MutationObserver(queries, profileChanges(queries)).mutate(change),
    answer: async (isTaken = true) => {
      await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0));
      waiting.shift()?.(isTaken);
    },
  };
}

afterEach(() => vi.restoreAllMocks());

describe("changes of the profile", () => {
  it("are sent one after the other, and an earlier answer takes back nothing", async () => {
    const { shown, change, answer, waiting } = aProfile();
    const first = change({ name: "Ada L." });
    const second = change({ name: "Ada Lovelace" });
    const third = change({ time_zone: "Europe/Paris" });
    await vi.waitFor(() => expect(shown()).toMatchObject({ time_zone: "Europe/Paris" }));
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    await answer();
    await first;
    expect(shown()).toMatchObject({ name: "Ada Lovelace", time_zone: "Europe/Paris" });
    await answer();
    await second;
    await answer();
    await third;
    expect(shown()).toMatchObject({ name: "Ada Lovelace", time_zone: "Europe/Paris" });
  });

  it("that are refused go back alone", async () => {
    const { shown, change, answer } = aProfile();
    const refused = change({ name: "" });
    const taken = change({ time_zone: "Europe/Paris" });
    await answer(false);
    await expect(refused).rejects.toThrow("refused");
    expect(shown()).toMatchObject({ name: "Ada", time_zone: "Europe/Paris" });
    await answer();
    await taken;
    expect(shown()).toMatchObject({ name: "Ada", time_zone: "Europe/Paris" });
  });
});

describe("the zone of a person's days", () => {
  it.each(["Asia/Kathmandu", "Asia/Kolkata", "Europe/Kyiv"])(
    "is called %s as in their profile, though browsers know it by an older name",
    (zone) => {
      expect(timeZoneOf({ time_zone: zone } as Profile)).toBe(zone);
    },
  );

  it("is the browser's where that does not know it, or there is none", () => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(timeZoneOf({ time_zone: "Mars/Olympus" } as Profile)).toBe(own);
    expect(timeZoneOf({ time_zone: null } as Profile)).toBe(own);
  });
});
