import type { Actor } from "@/lib/access/actor";
import { orNotFound } from "@/lib/http/app-error";
import { checkLimits } from "@/lib/limits/check-limits";
import { transaction } from "@/lib/platform/database";
import { markTouched, settleTouched } from "@/lib/tracker/corrections/settle";
import { deleteCorrection } from "@/lib/tracker/corrections/store";
import { lockDevicesOf } from "@/lib/tracker/samples/store";

/**
 * Deletes a correction, so that its time counts as if it had never been made.
 * @throws AppError not_found; too_many_requests
 */
export async function undoCorrection({ developerId }: Actor, id: string, now: Date): Promise<void> {
  await checkLimits([{ limit: "tracker_corrections_per_developer", key: developerId }], now);
  const touched = await transaction(async (tx) => {
    await lockDevicesOf(tx, [developerId]);
    const correction = orNotFound(await deleteCorrection(tx, developerId, id), "Correction");
    return markTouched(tx, correction, now);
  });
  await settleTouched(touched, now);
}
