import { PART_ANSWER_MS_MAX } from "@/lib/health/limits";

/** Whether a server answers at this address within 2 s, be it with a refusal; an error of its own counts as none. */
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
