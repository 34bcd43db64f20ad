import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/ui/api/client";
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
