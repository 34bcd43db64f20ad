import { PART_ANSWER_MS_MAX } from "@/lib/health/limits";

/** Whether a server at this address answers within 2 s, even with a refusal; a server error counts as no answer. */
export async function partAnswers(url: string): Promise<boolean> {
  return fetch(url, {
    method: "HEAD",
    redirect: "manual",
    cache: "no-store",
    signal: AbortSignal.timeout(PART_ANSWER_MS_MAX),
  }).then(
    ({ status }) => status < 500,
    () => false,
  );
}
