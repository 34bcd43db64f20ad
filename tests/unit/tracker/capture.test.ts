import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Capture, captureJudge, pausesAt, type Stop } from "@/lib/tracker/capture/rules";
import { effectiveConfig } from "@/lib/tracker/devices/rules";
import { type Notice, nextNotice, type Policy, screenshotsMax } from "@/lib/tracker/devices/screenshot-rules";
import { workClock } from "@/lib/tracker/hours/rules";
import { SetWorkingHours, type WorkingStretch } from "@/lib/tracker/hours/schema";

const at = (text: string) => Date.parse(text);
const stop = (given: Partial<Stop> = {}): Stop => ({
  by: "device",
  of: "d",
  app: null,
  since: 1_000,
  until: 2_000,
  ...given,
});
const capture = (given: Partial<Capture> = {}): Capture => ({
  bound: { projectId: "p", workspaceId: "w" },
  past: [],
  stops: [],
  hours: [],
  ...given,
});

describe("what is captured", () => {
  it("is everything where nothing stops it", () => {
    expect(captureJudge(capture())).toBeNull();
  });

  it("ends with the first instant of a pause and goes on with its end", () => {
    const judge = captureJudge(capture({ stops: [stop()] }));
    expect([999, 1_000, 1_999, 2_000].map((each) => judge?.(each, "a"))).toEqual([true, false, false, true]);
    const open = captureJudge(capture({ stops: [stop({ until: null })] }));
    expect([999, 1_000, 9e15].map((each) => open?.(each, "a"))).toEqual([true, false, false]);
  });

  it("leaves out one app, however it is written", () => {
    const judge = captureJudge(capture({ stops: [stop({ app: "KeePass.exe" })] }));
    expect(judge?.(1_500, "keepass.EXE")).toBe(false);
    expect(judge?.(1_500, "Code.exe")).toBe(true);
    expect(judge?.(2_500, "KeePass.exe")).toBe(true);
  });

  it("follows the project and workspace that the device was bound to at the time", () => {
    const past = [{ projectId: "old", workspaceId: "elsewhere", until: 1_500 }];
    const stops = [
      stop({ by: "project", of: "old" }),
      stop({ by: "workspace", of: "w", since: 0, until: 1_800 }),
    ];
    const judge = captureJudge(capture({ past, stops }));
    // Before 1,500 the old project counts, and the pause of this workspace does not; after it the other way round.
    expect([500, 1_200, 1_600, 1_900].map((each) => judge?.(each, "a"))).toEqual([true, false, false, true]);
  });

  it("names who paused it", () => {
    const stops = [stop({ by: "owner" }), stop({ app: "x" }), stop({ by: "project", of: "other" })];
    expect(pausesAt(capture({ stops }), 1_200).map(({ by }) => by)).toEqual(["owner"]);
  });
});

const OFFICE: WorkingStretch[] = (["mon", "tue", "wed", "thu", "fri"] as const).map((day) => ({
  day,
  from: "09:00",
  to: "17:30",
}));

describe("working hours", () => {
  // Monday, 16 November 2026. The last instant before nine, nine, the last before half past five, half past five.
  it.each([
    ["Pacific/Kiritimati", "2026-11-15T18:59:59.999Z", "2026-11-16T03:30:00Z"],
    ["Etc/GMT+12", "2026-11-16T20:59:59.999Z", "2026-11-17T05:30:00Z"],
    ["Asia/Kathmandu", "2026-11-16T03:14:59.999Z", "2026-11-16T11:45:00Z"],
    ["Asia/Kolkata", "2026-11-16T03:29:59.999Z", "2026-11-16T12:00:00Z"],
    ["Australia/Lord_Howe", "2026-11-15T21:59:59.999Z", "2026-11-16T06:30:00Z"],
    ["America/St_Johns", "2026-11-16T12:29:59.999Z", "2026-11-16T21:00:00Z"],
    ["Europe/Berlin", "2026-11-16T07:59:59.999Z", "2026-11-16T16:30:00Z"],
    ["UTC", "2026-11-16T08:59:59.999Z", "2026-11-16T17:30:00Z"],
  ])("in %s are what its clocks show", (zone, before, end) => {
    const isWork = workClock(zone, OFFICE);
    const times = [at(before), at(before) + 1, at(end) - 1, at(end)];
    expect(times.map(isWork)).toEqual([false, true, true, false]);
  });

  it("reach over midnight, and over the end of the week", () => {
    const isWork = workClock("UTC", [{ day: "sun", from: "22:00", to: "06:00" }]);
    const shown = [
      "2026-11-15T21:59:00Z",
      "2026-11-15T22:00:00Z",
      "2026-11-16T05:59:00Z",
      "2026-11-16T06:00:00Z",
    ];
    expect(shown.map(at).map(isWork)).toEqual([false, true, true, false]);
    expect(workClock("UTC", [{ day: "mon", from: "00:00", to: "24:00" }])(at("2026-11-17T00:00:00Z"))).toBe(
      false,
    );
  });

  it("count an hour that autumn repeats twice, and one that spring skips not at all", () => {
    const night = workClock("Europe/Berlin", [{ day: "sun", from: "02:00", to: "03:00" }]);
    const seconds = (from: string, hours: number) =>
      Array.from({ length: hours * 60 }, (_, minute) => night(at(from) + minute * 60_000)).filter(Boolean)
        .length;
    expect(seconds("2026-10-24T22:00:00Z", 25)).toBe(120);
    expect(seconds("2026-03-28T23:00:00Z", 23)).toBe(0);
    const howe = workClock("Australia/Lord_Howe", [{ day: "sun", from: "01:30", to: "02:00" }]);
    const minutes = Array.from(
      { length: 25 * 60 },
      (_, minute) => at("2026-04-04T13:00:00Z") + minute * 60_000,
    );
    // Its clocks go back by half an hour at two: that half hour comes twice.
    expect(minutes.filter(howe)).toHaveLength(60);
  });

  it("are those that were in force at the time", () => {
    const change = at("2026-11-18T12:00:00Z");
    const hours = [
      { zone: "UTC", hours: OFFICE, since: 0, until: change },
      {
        zone: "UTC",
        hours: [{ day: "wed" as const, from: "18:00", to: "20:00" }],
        since: change,
        until: null,
      },
    ];
    const judge = captureJudge(capture({ hours }));
    const times = [
      "2026-11-18T11:00:00Z",
      "2026-11-18T13:00:00Z",
      "2026-11-18T19:00:00Z",
      "2026-11-17T19:00:00Z",
    ];
    expect(times.map((time) => judge?.(at(time), "a"))).toEqual([true, false, true, false]);
  });

  it("agree with what the clocks show at every minute of a year, in any zone", () => {
    const zones = ["Asia/Kathmandu", "Australia/Lord_Howe", "America/New_York", "Pacific/Chatham"];
    const minute = fc.integer({ min: 0, max: 366 * 1_440 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), minute, (zone, minutes) => {
        const instant = at("2026-01-01T00:00:00Z") + minutes * 60_000;
        const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, weekday: "short", hour: "2-digit" });
        const parts = Object.fromEntries(
          clock.formatToParts(instant).map(({ type, value }) => [type, value]),
        );
        const isOffice =
          !/Sat|Sun/.test(parts.weekday ?? "") && Number(parts.hour) >= 9 && Number(parts.hour) < 17;
        const whole = OFFICE.map((stretch) => ({ ...stretch, to: "17:00" }));
        expect(workClock(zone, whole)(instant)).toBe(isOffice);
      }),
    );
  });

  it.each([
    [{ day: "mon", from: "09:00", to: "09:00" }],
    [{ day: "mon", from: "24:00", to: "09:00" }],
    [{ day: "mon", from: "9:00", to: "17:00" }],
    [{ day: "monday", from: "09:00", to: "17:00" }],
  ])("are refused as %j", (stretch) => {
    expect(SetWorkingHours.safeParse({ hours: [stretch] }).success).toBe(false);
  });
});

describe("screenshots", () => {
  const DAY_MS = 86_400_000;
  const start = new Date("2026-11-16T09:00:00Z");
  const later = (ms: number) => new Date(start.getTime() + ms);

  it("begin a day after the notice, and end at once", () => {
    const told = nextNotice("full_screen", null, start);
    expect(screenshotsMax(told, later(DAY_MS - 1))).toBe("off");
    expect(screenshotsMax(told, later(DAY_MS))).toBe("full_screen");
    const less = nextNotice("active_window", told, later(DAY_MS));
    expect(screenshotsMax(less, later(DAY_MS))).toBe("active_window");
    expect(nextNotice("off", less, later(DAY_MS))).toBeNull();
  });

  it("show more than before only a day after the notice", () => {
    const told = nextNotice("active_window", null, start);
    const more = nextNotice("full_screen", told, later(2 * DAY_MS));
    expect(screenshotsMax(more, later(2 * DAY_MS))).toBe("active_window");
    expect(screenshotsMax(more, later(3 * DAY_MS))).toBe("full_screen");
  });

  it("are never taken without a day's notice, whatever is set and when", () => {
    const policy = fc.constantFrom<Policy>("off", "active_window", "full_screen");
    const steps = fc.array(fc.tuple(policy, fc.integer({ min: 0, max: 2 * DAY_MS })), { maxLength: 12 });
    const rank = (each: Policy) => ["off", "active_window", "full_screen"].indexOf(each);
    fc.assert(
      fc.property(steps, (given) => {
        let told: Notice | null = null;
        let now = start.getTime();
        // Since when at least so much has been set without a break.
        const since: (number | null)[] = [null, null, null];
        for (const [wanted, wait] of given) {
          told = nextNotice(wanted, told, new Date(now));
          for (const level of [1, 2]) {
            since[level] = rank(wanted) >= level ? (since[level] ?? now) : null;
          }
          now += wait;
          const taken = rank(screenshotsMax(told, new Date(now)));
          for (let level = 1; level <= taken; level++) {
            expect(now - (since[level] ?? Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(DAY_MS);
          }
        }
      }),
    );
  });

  it("are at most what the owner was notified of, in the configuration too", () => {
    const set = { screenshot_policy: "full_screen" };
    expect(effectiveConfig(set, {}, true, "off").screenshot_policy).toBe("off");
    expect(effectiveConfig(set, {}, true, "active_window").screenshot_policy).toBe("active_window");
    expect(effectiveConfig({}, {}, true, "full_screen").config_etag).toBe("cfg_0");
  });
});

describe("excluded apps", () => {
  it("are those of the project and those of the device", () => {
    const config = effectiveConfig({ excluded_bundle_ids: ["a", "b"] }, { excluded_bundle_ids: ["b", "c"] });
    expect(config.excluded_bundle_ids).toEqual(["a", "b", "c"]);
  });
});
