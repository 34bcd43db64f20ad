import type { Db, Prisma } from "@/lib/platform/database";
import type { WorkingStretch } from "@/lib/tracker/hours/schema";

export type StoredHours = { timeZone: string; hours: WorkingStretch[] };

/** A developer's working hours; null if they set none. */
export async function findWorkingHours(tx: Db, developerId: string): Promise<StoredHours | null> {
  const row = await tx.trackerWorkingHours.findFirst({ where: { developerId, until: null } });
  return row && { timeZone: row.timeZone, hours: row.hours as StoredHours["hours"] };
}

/** A developer's time zone, null if unknown. Locks the developer until the transaction ends. */
export async function lockTimeZone(tx: Db, developerId: string): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ zone: string | null }[]>`
    SELECT time_zone AS zone FROM developer WHERE id = ${developerId}::uuid FOR NO KEY UPDATE`;
  return row?.zone ?? null;
}

/**
 * Sets a developer's working hours from now on, or removes them. Earlier ones are kept until `keptSince`: samples of
 * that time may still arrive. The caller has locked the developer.
 */
export async function replaceWorkingHours(
  tx: Db,
  developerId: string,
  hours: StoredHours | null,
  { keptSince, now }: { keptSince: Date; now: Date },
): Promise<void> {
  // Of two changes within a millisecond, the second one counts.
  await tx.trackerWorkingHours.deleteMany({
    where: { developerId, OR: [{ since: now, until: null }, { until: { lt: keptSince } }] },
  });
  await tx.trackerWorkingHours.updateMany({ where: { developerId, until: null }, data: { until: now } });
  if (hours === null) return;
  const { timeZone } = hours;
  await tx.trackerWorkingHours.create({
    data: { developerId, since: now, timeZone, hours: hours.hours as Prisma.InputJsonArray },
  });
}
