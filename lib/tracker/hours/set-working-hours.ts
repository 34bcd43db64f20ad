import type { z } from "zod";
import type { Actor } from "@/lib/access/actor";
import { db, transaction } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";
import { STOPS_KEPT_DAYS } from "@/lib/tracker/capture/limits";
import type { SetWorkingHours, WorkingHours } from "@/lib/tracker/hours/schema";
import {
  findWorkingHours,
  lockTimeZone,
  replaceWorkingHours,
  type StoredHours,
} from "@/lib/tracker/hours/store";

type Wire = z.input<typeof WorkingHours>;

const present = (hours: StoredHours | null): Wire => ({
  time_zone: hours?.timeZone ?? null,
  hours: hours?.hours ?? null,
});

/** The hours in which the actor's devices may capture. */
export async function getWorkingHours({ developerId }: Actor): Promise<Wire> {
  return present(await findWorkingHours(db(), developerId));
}

/** Sets the hours in which the actor's devices may capture, from now on. Workspaces can't override them. */
export async function setWorkingHours(
  { developerId }: Actor,
  body: SetWorkingHours,
  now: Date,
): Promise<Wire> {
  return transaction(async (tx) => {
    const own = await lockTimeZone(tx, developerId);
    const zone = body.time_zone ?? own ?? "UTC";
    const hours = body.hours && { timeZone: zone, hours: body.hours };
    const keptSince = new Date(now.getTime() - STOPS_KEPT_DAYS * DAY_MS);
    await replaceWorkingHours(tx, developerId, hours, { keptSince, now });
    return present(hours);
  });
}
