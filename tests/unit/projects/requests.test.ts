import { describe, expect, it } from "vitest";
import { needsReview, publicName, withoutControls } from "@/lib/projects/requests/rules";

describe("withoutControls", () => {
  it("removes characters that are invisible or change the reading direction", () => {
    const steering = [
      "\u202a",
      "\u202b",
      "\u202c",
      "\u202d",
      "\u202e",
      "\u2066",
      "\u2067",
      "\u2068",
      "\u2069",
    ];
    for (const character of [...steering, "\u0000", "\u0007", "\u001b", "\u007f", "\u0085", "\ufffe"]) {
      expect(withoutControls(`a${character}b`)).toBe("ab");
    }
  });

  it("keeps line breaks, tabs, right-to-left words, joined emoji and markup as text", () => {
    const text = "one\n\ttwo שלום 👩‍💻 <b>&amp;";
    expect(withoutControls(text)).toBe(text);
    expect(withoutControls("a\r\nb\rc")).toBe("a\nb\nc");
  });
});

describe("publicName", () => {
  it("is never an email address", () => {
    expect(publicName("ada@example.com")).toBe("Anonymous");
    expect(publicName("Ada <ada@example.com>")).toBe("Anonymous");
    expect(publicName(" \u202e ")).toBe("Anonymous");
    expect(publicName("Ada \u202eLovelace")).toBe("Ada Lovelace");
  });
});

describe("needsReview", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const by = (days: number, isStaff = false, text = "x") => ({
    text,
    isStaff,
    authorCreatedAt: daysAgo(days),
  });

  it("holds back the people that the page's setting names", () => {
    expect(needsReview("nobody", by(0), now)).toBe(false);
    expect(needsReview("new_accounts", by(6.99), now)).toBe(true);
    expect(needsReview("new_accounts", by(7), now)).toBe(false);
    expect(needsReview("everyone", by(400), now)).toBe(true);
  });

  it("holds back posts with more than three links, but never staff's", () => {
    const links = "http://a.example https://b.example www.c.example";
    expect(needsReview("nobody", by(400, false, links), now)).toBe(false);
    expect(needsReview("nobody", by(400, false, `${links} HTTPS://d.example`), now)).toBe(true);
    expect(needsReview("everyone", by(0, true, links.repeat(9)), now)).toBe(false);
  });
});
