import type { Actor } from "@/lib/access/actor";
import { type Page, readPage } from "@/lib/http/paging";
import { rangeOf } from "@/lib/tracker/captured/rules";
import { presentCorrection } from "@/lib/tracker/corrections/present";
import type { Correction, CorrectionQuery } from "@/lib/tracker/corrections/schema";
import { listCorrectionRows } from "@/lib/tracker/corrections/store";

/** A page of the actor's corrections, the latest first. */
export async function listCorrections(
  { developerId }: Actor,
  query: CorrectionQuery,
): Promise<Page<Correction>> {
  return readPage(
    query,
    (slice) => listCorrectionRows(developerId, rangeOf(query), slice),
    presentCorrection,
  );
}
