import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sectionsOf } from "@/app/docs/settings/settings";
import { SETTING_NAMES } from "@/lib/platform/env";

describe("the page of settings", () => {
  const sections = sectionsOf(readFileSync(".env.example", "utf8"));
  const settings = sections.flatMap((section) => section.settings);

  it("shows every setting once, each with a sentence", () => {
    expect(settings.flatMap(({ names }) => names).toSorted()).toEqual(SETTING_NAMES.toSorted());
    for (const { names, text } of settings) expect(text, names.join()).toMatch(/\S/);
  });

  it("shows defaults and what is required", () => {
    const of = (name: string) => settings.find(({ names }) => names.includes(name));
    expect(of("PORT")?.defaults).toEqual(["3000"]);
    expect(of("JWT_SECRET")?.isRequired).toBe(true);
    expect(of("REDIS_URL")?.isRequired).toBe(false);
    expect(of("DATABASE_URL")?.isRequired, "the one that makes others required").toBe(false);
  });
});
