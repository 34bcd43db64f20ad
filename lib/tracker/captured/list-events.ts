import { z } from "zod";
import type { Actor } from "@/lib/access/actor";
import { type Page, readPage } from "@/lib/http/paging";
import { COUNTED_SAMPLES_MAX } from "@/lib/tracker/captured/limits";
import { presentEvent } from "@/lib/tracker/captured/present";
import { rangeOf } from "@/lib/tracker/captured/rules";
import type { CapturedEvent, CapturedSummary, EventQuery, SummaryQuery } from "@/lib/tracker/captured/schema";
import { listEventRows, summariseEvents } from "@/lib/tracker/captured/store";
import { deriveOpen, isOpen } from "@/lib/tracker/enrichment/derive-open";
import { listRetentionOf } from "@/lib/tracker/retention/store";

const SampleId = z.string().regex(/^\d{1,18}$/);

/** A page of the actor's data, newest first, each sample with what was derived from it. */
export async function listEvents(actor: Actor, query: EventQuery, now: Date): Promise<Page<CapturedEvent>> {
  const range = rangeOf(query);
  const isFirst = query.cursor === undefined;
  if (isFirst && (range.to === null || isOpen(range.to, now))) await deriveOpen(actor.developerId, now);
  return readPage(
    query,
    (slice) => listEventRows(actor.developerId, range, slice),
    presentEvent,
    ["ts", "id"],
    SampleId,
  );
}

/** How much data of the actor there is. */
export async function getSummary(actor: Actor, query: SummaryQuery): Promise<CapturedSummary> {
  const sums = await summariseEvents(actor.developerId, rangeOf(query), COUNTED_SAMPLES_MAX);
  return {
    samples: sums.samples,
    screenshots: sums.screenshots,
    oldest_at: sums.oldestAt?.toISOString() ?? null,
    newest_at: sums.newestAt?.toISOString() ?? null,
    retention: await listRetentionOf(actor.developerId),
    is_erasing: sums.isErasing,
  };
}
