import { describe, expect, it } from "vitest";
import { schedulesOf } from "@/lib/jobs/schedules";
import { readSettings, SettingsError } from "@/lib/platform/env";
import { catalogue } from "@/lib/server/catalogue";

describe("the catalogue", () => {
  it("holds no name twice", () => {
    const names = catalogue.map((job) => job.name);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it("names every job domain.verb-noun", () => {
    for (const { name } of catalogue) expect(name).toMatch(/^[a-z]+\.[a-z]+(-[a-z]+)*$/);
  });

  it("holds only schedules that the embedded engine can read, on jobs that an empty payload suits", () => {
    const scheduled = catalogue.filter((job) => job.schedule);
    expect(schedulesOf(catalogue)).toHaveLength(scheduled.length);
    for (const job of scheduled) expect(job.payload.safeParse({}).success, job.name).toBe(true);
  });
});

describe("INNGEST_DEV", () => {
  const base = {
    DATABASE_URL: "postgresql://localhost/x",
    JWT_SECRET: "x".repeat(32),
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString("base64")}`,
  };

  it("is refused on a public address, where anyone could run jobs", () => {
    const settings = { ...base, BASE_URL: "https://service.example", INNGEST_DEV: "1" };
    expect(() => readSettings(settings)).toThrow(SettingsError);
    expect(() => readSettings({ ...settings, INNGEST_DEV: "0" })).not.toThrow();
    expect(() => readSettings({ ...settings, BASE_URL: "http://127.0.0.1:3000" })).not.toThrow();
  });
});
