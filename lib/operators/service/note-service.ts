import { engine } from "@/lib/jobs/engine";
import { readServiceState } from "@/lib/metrics/service-state";
import { notifyMembers } from "@/lib/notifications/notify-members";
import { NOTICE_NAMES_MAX, SAMPLES_KEPT_HOURS } from "@/lib/operators/service/limits";
import { findOperators, insertSample, takeGivenUp } from "@/lib/operators/service/store";
import { transaction } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { HOUR_MS } from "@/lib/platform/limits";

function oldestS(times: readonly (Date | null)[], now: Date): number {
  const ages = times.flatMap((time) => (time ? [(now.getTime() - time.getTime()) / 1000] : []));
  return Math.max(0, Math.round(Math.max(0, ...ages)));
}

/** Records the current state of the service, if its database can be read. */
export async function noteService(now: Date): Promise<void> {
  const { jobs, deliveries, enrichment } = await readServiceState(now);
  if (!jobs || !deliveries || !enrichment) return;
  const { due, retrying, parked, dueSince, parkedSince } = deliveries;
  await insertSample(
    {
      takenAt: now,
      dueJobs: jobs.reduce((sum, each) => sum + each.due, 0),
      jobLagS: oldestS(
        jobs.map(({ since }) => since),
        now,
      ),
      pendingDeliveries: due + retrying + parked,
      deliveryAgeS: oldestS([dueSince, parkedSince], now),
      enrichmentHours: enrichment.hours,
      enrichmentLagS: oldestS([enrichment.oldestAt], now),
    },
    new Date(now.getTime() - SAMPLES_KEPT_HOURS * HOUR_MS),
  );
}

/** Notifies operators of jobs given up since the last time: in one notice, each job once. */
export async function notifyOfGivenUpJobs(now: Date): Promise<void> {
  const { OPERATOR_EMAILS } = env();
  if (engine() !== "embedded" || OPERATOR_EMAILS.length === 0) return;
  await transaction(async (tx) => {
    const names = await takeGivenUp(tx, now);
    if (names.length === 0) return;
    const title = names.length === 1 ? "A job was given up" : `${names.length} jobs were given up`;
    const different = [...new Set(names)];
    const listed = different.slice(0, NOTICE_NAMES_MAX).map((name) => `- ${name}`);
    if (different.length > NOTICE_NAMES_MAX)
      listed.push(`and ${different.length - NOTICE_NAMES_MAX} more kinds`);
    const body = `Every attempt failed:\n${listed.join("\n")}\n\nSee their errors on the operators' page, fix the cause, and retry or discard them.`;
    for (const { developerId, workspaceId } of await findOperators(tx, OPERATOR_EMAILS)) {
      await notifyMembers(
        tx,
        workspaceId,
        [developerId],
        { kind: "service", title, body, link: "/operators" },
        now,
      );
    }
  });
}
