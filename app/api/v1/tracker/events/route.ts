import { bearerRoute } from "@/lib/routes/bearer-route";
import { pageOf } from "@/lib/routes/route";
import { eraseEvents } from "@/lib/tracker/captured/erase-events";
import { listEvents } from "@/lib/tracker/captured/list-events";
import { CapturedEvent, EraseQuery, Erasure, EventQuery } from "@/lib/tracker/captured/schema";

export const GET = bearerRoute({
  summary: "Your own samples as stored, newest first, and what was derived from each",
  description: "Redacted, as they are stored. A range includes the samples that overlap it.",
  reach: "personal",
  query: EventQuery,
  response: pageOf(CapturedEvent),
  handle: ({ actor, query, now }) => listEvents(actor, query, now),
});

export const DELETE = bearerRoute({
  summary: "Erase your own samples of a range, with everything derived from them",
  description:
    "Totals, screenshots and corrections are erased too. What is erased does not come back: if a device sends it " +
    "again, or for the first time, it is counted in `duplicates`. If there is a lot to erase, the rest is deleted " +
    "after the answer.",
  reach: "personal",
  query: EraseQuery,
  response: Erasure,
  errors: ["conflict"],
  handle: ({ actor, query, now }) => eraseEvents(actor, query, now),
});
