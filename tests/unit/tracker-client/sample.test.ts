import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVENT_BYTES_MAX } from "@/lib/tracker/ingest/limits";
import { compileRules, NO_EXTRA_RULES } from "@/lib/tracker/redaction/rules";
import { redactedAgain, sampleOf } from "@/lib/tracker-client/sample";
import type { Seen } from "@/lib/tracker-client/seen";

const PLAIN = { extra: NO_EXTRA_RULES, titles: true };
const of = (seen: Seen, rules = PLAIN) =>
  sampleOf({ from: 1_790_000_000, to: 1_790_000_060, seen }, rules, { id: "a", seq: 1, offsetS: 0 });

const BROWSER: Seen = {
  appName: "firefox",
  bundleId: "firefox",
  windowTitle: "Pull Request #87 — Mozilla Firefox",
  url: "https://ana:pw@github.com/acme/shop/pull/87?token=abc#x",
  pageTitle: "Pull Request #87",
};

describe("a sample", () => {
  it("says when it was, in the service's time, and for how long", () => {
    const given = { from: 1_790_000_000, to: 1_790_000_060, seen: BROWSER };
    const sample = sampleOf(given, PLAIN, { id: "a", seq: 7, offsetS: 660 });
    expect(sample).toMatchObject({ event_id: "a", client_seq: 7, interval_s: 60 });
    expect(Date.parse(sample.ts)).toBe((1_790_000_060 - 660) * 1_000);
  });

  it("is sent without query, fragment, user or password of an address", () => {
    expect(of(BROWSER).browser).toEqual({
      url: "https://github.com/acme/shop/pull/87",
      title: "Pull Request #87",
    });
  });

  it("is sent without secrets, home folders and what private windows show", () => {
    const terminal = of({
      appName: "kitty",
      bundleId: "kitty",
      windowTitle: "export TOKEN=ghp_0123456789abcdefghij",
    });
    expect(JSON.stringify(terminal)).not.toContain("ghp_");
    const editor = of({
      appName: "Code",
      bundleId: "Code",
      filePath: "/home/ana/shop/total.ts",
      branch: "fix/WEB-7",
    });
    expect(editor.file_context).toEqual({ path: "~/shop/total.ts", branch: "fix/WEB-7" });
    const hidden = of({ ...BROWSER, windowTitle: "Doctor — Mozilla Firefox Private Browsing" });
    expect(hidden).not.toHaveProperty("browser");
    expect(hidden.active_app).toEqual({ name: "firefox", bundle_id: "firefox" });
    expect(hidden.is_private).toBe(true);
    expect(redactedAgain(hidden, PLAIN)).toEqual(hidden);
    expect(of(BROWSER)).not.toHaveProperty("is_private");
  });

  it("is sent without what a person's and a workspace's rules redact", () => {
    const rule = (kind: "host" | "app" | "text", value: string) => ({ kind, value });
    const extra = compileRules([rule("host", "github.com"), rule("text", "Project Lynx")]);
    expect(of(BROWSER, { extra, titles: true })).not.toHaveProperty("browser");
    const named = of(
      { appName: "Code", bundleId: "Code", windowTitle: "project lynx - plan" },
      { extra, titles: true },
    );
    expect(named.active_app.window_title).toBe("[redacted] - plan");
  });

  it("is sent without titles if the person turned them off, but with addresses", () => {
    const sample = of(BROWSER, { extra: NO_EXTRA_RULES, titles: false });
    expect(sample.active_app).not.toHaveProperty("window_title");
    expect(sample.browser).toEqual({ url: "https://github.com/acme/shop/pull/87" });
  });

  it("is redacted once more before it is sent, by the rules of then, and the same by the same rules", () => {
    const extra = compileRules([{ kind: "text", value: "shop" }]);
    expect(redactedAgain(of(BROWSER), { extra, titles: true }).browser?.url).toBe(
      "https://github.com/acme/[redacted]/pull/87",
    );
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.webUrl({ withQueryParameters: true }),
    );
    fc.assert(
      fc.property(text, text, text, (windowTitle, url, filePath) => {
        const sample = of({ appName: "firefox", bundleId: "firefox", windowTitle, url, filePath });
        expect(redactedAgain(sample, PLAIN)).toEqual(sample);
      }),
    );
  });

  it("stays below the service's size limit, however long its texts are", () => {
    const long = "漢".repeat(50_000);
    const sample = of({
      appName: long,
      bundleId: long,
      windowTitle: long,
      url: `https://a.example/${long}`,
      filePath: long,
      repo: long,
      branch: long,
      pageTitle: long,
    });
    expect(Buffer.byteLength(JSON.stringify(sample))).toBeLessThan(EVENT_BYTES_MAX);
  });
});
