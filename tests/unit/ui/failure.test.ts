import { describe, expect, it } from "vitest";
import { ApiError, errorOf } from "@/lib/ui/api/client";
import { sentenceOf } from "@/lib/ui/api/failure";

describe("sentenceOf", () => {
  it("says what to do about what failed on the server, and leaves the other sentences as they are", () => {
    expect(sentenceOf(new ApiError(500, "Something went wrong on our side."))).toBe(
      "Something went wrong on our side. Please try again.",
    );
    expect(sentenceOf(new ApiError(503, "File storage is not configured"))).toBe(
      "File storage is not configured",
    );
    expect(sentenceOf(new ApiError(403, "Only owners can do this"))).toBe("Only owners can do this");
  });

  it("says how something that the page offered may have become impossible", () => {
    expect(sentenceOf(new ApiError(403, "Permission denied"))).toBe(
      "Permission denied: what you may do here has changed.",
    );
    expect(sentenceOf(new ApiError(404, "Form not found"))).toBe(
      "Form not found: somebody may have deleted it.",
    );
  });
});

describe("errorOf", () => {
  const limited = (retryAfter: string) =>
    Response.json(
      { detail: "Too many invites from you: at most 200 in an hour." },
      { status: 429, headers: { "retry-after": retryAfter } },
    );

  it.each([
    ["1", "in 1 second"],
    ["90", "in 90 seconds"],
    ["91", "in 2 minutes"],
    ["3600", "in 60 minutes"],
    ["80000", "in 23 hours"],
  ])("says when to try again after what a limit refused for %s s: %s", async (retryAfter, when) => {
    expect((await errorOf(limited(retryAfter))).detail).toBe(
      `Too many invites from you: at most 200 in an hour. Try again ${when}.`,
    );
  });

  it("adds nothing to a refusal that does not say how long it lasts", async () => {
    const refused = Response.json({ detail: "Too many requests." }, { status: 429 });
    expect((await errorOf(refused)).detail).toBe("Too many requests.");
  });

  it("says what to do where a proxy refuses too many requests, or what is too large", async () => {
    const said = async (status: number, headers = {}) =>
      (await errorOf(new Response("<h1>nginx</h1>", { status, headers }))).detail;
    expect(await said(429)).toBe("Too many requests at once. Please try again in a minute.");
    expect(await said(429, { "retry-after": "30" })).toBe(
      "Too many requests at once. Try again in 30 seconds.",
    );
    expect(await said(413)).toBe("That is larger than the proxy before the service lets through.");
  });

  it.each([502, 503, 504])(
    "says what to do where a proxy answers %d in the service's place",
    async (status) => {
      const answer = new Response("<h1>Bad Gateway</h1>", { status });
      expect((await errorOf(answer)).detail).toBe(
        "The service can't be reached at the moment. Please try again in a minute.",
      );
    },
  );
});
