import { notifyMembers } from "@/lib/notifications/notify-members";
import { transaction } from "@/lib/platform/database";
import { skewText } from "@/lib/tracker/days/rules";
import type { ConfiguredDevice } from "@/lib/tracker/devices/get-own-device";
import { CLOCK_SKEW_TOLD_EVERY_HOURS } from "@/lib/tracker/ingest/limits";
import type { Rejection } from "@/lib/tracker/ingest/rules";
import { claimSkewNotice, countRejections } from "@/lib/tracker/ingest/store";

/**
 * Counts a device's refused samples, and notifies its owner if its clock is to blame, once a day.
 * @param clock how far it is ahead, and how many events that cost
 */
export async function noteRejections(
  device: Pick<ConfiguredDevice, "id" | "developerId" | "workspaceId">,
  rejected: readonly Rejection[],
  clock: { skewS: number; lost: number },
  now: Date,
): Promise<void> {
  const countOf = new Map<string, number>();
  for (const { reason } of rejected) countOf.set(reason, (countOf.get(reason) ?? 0) + 1);
  await transaction(async (tx) => {
    await countRejections(tx, device.id, countOf, now);
    const told =
      clock.lost > 0 ? await claimSkewNotice(tx, device.id, CLOCK_SKEW_TOLD_EVERY_HOURS, now) : undefined;
    if (!told) return;
    const name = told.name ?? "your device";
    const samples = clock.lost === 1 ? "A sample was" : `${clock.lost} samples were`;
    const notice = {
      kind: "service" as const,
      title: `The clock of ${name} is ${skewText(clock.skewS)}`,
      body: `${samples} refused because of it. Let the device set its clock by the network: samples with a right time are taken again.`,
      link: "/account#devices",
    };
    await notifyMembers(tx, device.workspaceId, [device.developerId], notice, now);
  });
}
