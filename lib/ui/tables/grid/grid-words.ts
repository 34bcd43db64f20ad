import { ApiError } from "@/lib/ui/api/client";
import { countOf } from "@/lib/ui/kit/words/counts";

/** An error in a sentence for people. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return "That did not work. Please try again.";
  const [issue] = error.issues;
  return issue ? `${error.detail} ${issue.message}.` : error.detail;
}

/** `1 row`, `2 rows`. */
export function rowsText(count: number): string {
  return countOf(count, "row");
}
