import { ApiError } from "@/lib/ui/api/client";

/** An error in a sentence for people. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return "That did not work. Please try again.";
  const [issue] = error.issues;
  return issue ? `${error.detail} ${issue.message}.` : error.detail;
}
