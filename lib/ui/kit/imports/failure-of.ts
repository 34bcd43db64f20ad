import { ApiError } from "@/lib/ui/api/client";
import { sentenceOf } from "@/lib/ui/api/failure";

/** Why a file was not imported, with the first things that are wrong with it. */
export function failureOf(error: Error): string {
  const issues = error instanceof ApiError ? error.issues : [];
  return [sentenceOf(error), ...issues.slice(0, 3).map(({ message }) => message)].join(" ");
}
