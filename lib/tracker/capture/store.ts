import type { Db } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";
import { STOPS_KEPT_DAYS } from "@/lib/tracker/capture/limits";

/** What a stop applies to. Those with `isOwn` were set by a device's owner, and only they can change them. */
export type Subject = { workspaceId: string } | { projectId: string } | { deviceId: string; isOwn?: boolean };

/** Without the times in which tracking was off, which begin and end with the settings. */
const columnsOf = (subject: Subject) => ({ isOwn: false, isOff: false, ...subject });

async function forgetOld(tx: Db, subject: Subject, now: Date): Promise<void> {
  const ended = new Date(now.getTime() - STOPS_KEPT_DAYS * DAY_MS);
  await tx.trackerStop.deleteMany({ where: { isOwn: false, ...subject, until: { lt: ended } } });
}

/** Whether a pause of a subject is in force. */
export async function isPaused(tx: Db, subject: Subject, now: Date): Promise<boolean> {
  const inForce = { OR: [{ until: null }, { until: { gt: now } }] };
  const where = { ...columnsOf(subject), bundleId: null, ...inForce };
  return (await tx.trackerStop.count({ where })) > 0;
}

/**
 * Ends a subject's current pause, if there is one, and begins another if `pause` is given; it has no end if its end is
 * null.
 */
export async function replacePause(
  tx: Db,
  subject: Subject,
  pause: { until: Date | null } | null,
  now: Date,
): Promise<void> {
  const columns = columnsOf(subject);
  await forgetOld(tx, subject, now);
  await tx.trackerStop.updateMany({
    where: { ...columns, bundleId: null, OR: [{ until: null }, { until: { gt: now } }] },
    data: { until: now },
  });
  if (pause) await tx.trackerStop.create({ data: { ...columns, since: now, until: pause.until } });
}

/**
 * Replaces the apps that are excluded for a subject, from now on. Earlier exclusions still apply to samples of their
 * time.
 */
export async function replaceExcludedApps(
  tx: Db,
  subject: Subject,
  bundleIds: readonly string[],
  now: Date,
): Promise<void> {
  const columns = columnsOf(subject);
  await forgetOld(tx, subject, now);
  const open = { ...columns, until: null };
  await tx.trackerStop.updateMany({
    where: { ...open, bundleId: { not: null, notIn: [...bundleIds] } },
    data: { until: now },
  });
  const kept = await tx.trackerStop.findMany({
    where: { ...open, bundleId: { in: [...bundleIds] } },
    select: { bundleId: true },
  });
  const known = new Set(kept.map(({ bundleId }) => bundleId));
  const added = [...new Set(bundleIds)].filter((bundleId) => !known.has(bundleId));
  await tx.trackerStop.createMany({
    data: added.map((bundleId) => ({ ...columns, bundleId, since: now })),
  });
}
