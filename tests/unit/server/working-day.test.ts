import { describe, expect, it } from "vitest";
import { SAMPLE_INTERVAL_S, workingDay } from "@/lib/server/demo/working-day";
import { TrackerEvent } from "@/lib/tracker/ingest/schema";

const EVENING = new Date(2026, 10, 20, 19, 0);

describe("the demo's working day", () => {
  it("gives the same samples whenever it is played", () => {
    expect(workingDay(EVENING, "WEB")).toEqual(workingDay(EVENING, "WEB"));
  });

  it("fills a working day with valid samples whose times do not overlap, around a lunch without any", () => {
    const { from, to, samples } = workingDay(EVENING, "WEB");
    expect(samples.length).toBeGreaterThan(420);
    const times = samples.map((sample) => Date.parse(TrackerEvent.parse(sample).ts));
    const gaps = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1000);
    expect(Math.min(...gaps)).toBe(SAMPLE_INTERVAL_S);
    expect(gaps.filter((gap) => gap > SAMPLE_INTERVAL_S)).toHaveLength(1);
    expect(Math.min(...times) - SAMPLE_INTERVAL_S * 1000).toBeGreaterThanOrEqual(from.getTime());
    expect(Math.max(...times)).toBeLessThanOrEqual(to.getTime());
    expect(new Set(samples.map((sample) => sample.event_id)).size).toBe(samples.length);
    const order = samples.map((sample) => sample.client_seq);
    expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
  });

  it("ends at now, and is yesterday while today has nothing to show", () => {
    const late = new Date(2026, 10, 20, 11, 0);
    expect(Date.parse(workingDay(late, "WEB").samples.at(-1)?.ts ?? "")).toBe(late.getTime());
    const night = workingDay(new Date(2026, 10, 20, 3, 0), "WEB");
    expect(night.from).toEqual(new Date(2026, 10, 19));
    expect(night.samples).toEqual(workingDay(new Date(2026, 10, 19, 23, 0), "WEB").samples);
  });

  it("works on branches of the project's tasks", () => {
    const branches = workingDay(EVENING, "WEB").samples.map((sample) => sample.file_context?.branch);
    expect(branches).toContain("feature/WEB-12");
  });
});
