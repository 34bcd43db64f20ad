import type { Actor } from "@/lib/access/actor";
import { byCreation, type Page, readCursor, toPage } from "@/lib/http/paging";
import { rangeOf } from "@/lib/tracker/captured/rules";
import { presentCorrection } from "@/lib/tracker/corrections/present";
import type { Correction, CorrectionQuery } from "@/lib/tracker/corrections/schema";
import { listCorrectionRows } from "@/lib/tracker/corrections/store";

/** A page of the actor's corrections, the latest first. */
export async function listCorrections(
  { developerId }: Actor,
  { limit, cursor, ...range }: CorrectionQuery,
): Promise<Page<Correction>> {
  const rows = await listCorrectionRows(developerId, rangeOf(range), limit + 1, readCursor(cursor));
  return toPage(rows, limit, byCreation, presentCorrection);
}
