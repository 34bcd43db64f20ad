import { describe, expect, it } from "vitest";
import { timesIn, zoneNote } from "@/lib/ui/time/words";

describe("the times of a stretch", () => {
  it.each([
    ["Asia/Kathmandu", "2026-11-17T03:45:00Z", "2026-11-17T04:00:00Z", "09:30–09:45"],
    // The clocks go back from 02:00 to 01:00 at 06:00 UTC, and at Lord Howe from 02:00 to 01:30 at 15:00.
    ["America/New_York", "2026-11-01T05:15:00Z", "2026-11-01T05:30:00Z", "01:15 UTC-04:00–01:30 UTC-04:00"],
    ["America/New_York", "2026-11-01T06:15:00Z", "2026-11-01T06:30:00Z", "01:15 UTC-05:00–01:30 UTC-05:00"],
    ["America/New_York", "2026-11-01T04:59:00Z", "2026-11-01T07:00:00Z", "00:59–02:00"],
    ["Australia/Lord_Howe", "2026-04-04T14:29:00Z", "2026-04-04T14:45:00Z", "01:29–01:45 UTC+11:00"],
    ["Antarctica/Troll", "2026-10-25T00:45:00Z", "2026-10-25T02:45:00Z", "02:45 UTC+02:00–02:45 UTC"],
    ["Australia/Lord_Howe", "2026-04-04T15:15:00Z", "2026-04-04T15:30:00Z", "01:45 UTC+10:30–02:00"],
    // In spring no time is shown twice.
    ["America/New_York", "2026-03-08T06:45:00Z", "2026-03-08T07:15:00Z", "01:45–03:15"],
  ])("in %s from %s to %s are %s", (zone, from, to, words) => {
    expect(timesIn(zone, { from, to })).toBe(words);
  });
});

describe("the zone of somebody's days", () => {
  const at = new Date("2026-11-17T12:00:00Z");
  it.each([
    ["Asia/Kathmandu", "America/New_York", " · Asia/Kathmandu time (UTC+05:45)"],
    ["America/New_York", "Asia/Kathmandu", " · America/New York time (UTC-05:00)"],
    ["Europe/Berlin", "Europe/Paris", ""],
  ])("is %s, and read in %s is said as %j", (zone, own, words) => {
    expect(zoneNote(zone, own, at)).toBe(words);
  });
});
