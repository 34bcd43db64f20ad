import type { JobSpec } from "@/lib/jobs/define-job";
import { enqueue } from "@/lib/jobs/enqueue";
import { findMailBlock } from "@/lib/notifications/do-not-mail/store";
import { DIGEST_BATCH_ROWS, DIGEST_DAYS_MAX, DIGEST_ITEMS_MAX } from "@/lib/notifications/limits";
import { digestDue, digestText } from "@/lib/notifications/rules";
import { mailHeaders } from "@/lib/notifications/stop-mails";
import { listDigestCandidates, listDigested, markDigested, takeDigest } from "@/lib/notifications/store";
import { transaction } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail";

type DigestJob = JobSpec<{ developer_id: string; day: string }>;

/**
 * Adds a job for each person for whom it is morning and something waits. The day is marked as sent in the same
 * transaction as the job, so a digest is neither sent twice nor lost, however often this runs and whenever it is
 * interrupted.
 */
export async function startDigests(job: DigestJob, now: Date): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const found = await listDigestCandidates(after, DIGEST_DAYS_MAX, DIGEST_BATCH_ROWS, now);
    for (const candidate of found) {
      const day = digestDue(candidate, now);
      if (day === null) continue;
      const { id } = candidate;
      await transaction(async (tx) => {
        if (await takeDigest(tx, id, day)) await enqueue(tx, job, { developer_id: id, day }, now);
      });
    }
    const last = found.at(-1);
    if (!last || found.length < DIGEST_BATCH_ROWS) return;
    after = last.id;
  }
}

/**
 * Mails somebody what waits for them. @throws Error where the mail server was away or busy, so that it is tried again
 */
export async function mailDigest(developerId: string, day: string, now: Date): Promise<void> {
  const found = await listDigested(developerId, DIGEST_DAYS_MAX, now);
  const [first] = found;
  if (!first || (await findMailBlock(first.email, null)) !== null) return;
  const shown = found.slice(0, DIGEST_ITEMS_MAX);
  const { subject, text } = digestText(shown, found.length - shown.length, env().BASE_URL);
  const headers = mailHeaders(developerId, "digest");
  const mail = { to: first.email, subject, text, headers, id: `${day}.${developerId}` };
  const outcome = await sendMail(mail);
  if (outcome === "failed") throw new Error("the mail server did not take a digest");
  if (outcome === "refused") return;
  await markDigested(
    found.map(({ id }) => id),
    now,
  );
}
