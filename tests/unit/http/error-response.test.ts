import { expect, it } from "vitest";
import { AppError } from "@/lib/http/app-error";
import { errorResponse } from "@/lib/http/error-response";
import { ISSUES_SHOWN_MAX } from "@/lib/http/limits";

it("lists the first issues of many, so that no answer is far larger than its request", async () => {
  const issues = Array.from({ length: 100_000 }, (_, n) => ({ path: `rows.${n}`, message: "Wrong" }));
  const answer = await errorResponse(
    new AppError("invalid", "The request body is not valid.", { issues }),
  ).json();
  expect(answer.issues).toEqual(issues.slice(0, ISSUES_SHOWN_MAX));
});
