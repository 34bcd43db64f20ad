import { bearerRoute } from "@/lib/routes/bearer-route";
import { pageOf } from "@/lib/routes/route";
import { eraseEvents } from "@/lib/tracker/captured/erase-events";
import { listEvents } from "@/lib/tracker/captured/list-events";
import { CapturedEvent, EraseQuery, Erasure, EventQuery } from "@/lib/tracker/captured/schema";

export const GET = bearerRoute({
  summary: "Your own samples as they are held, newest first, and what became of each",
  description: "Redacted, as they are stored. A range takes the samples that cover time of it.",
  reach: "personal",
  query: EventQuery,
  response: pageOf(CapturedEvent),
  handle: ({ actor, query, now }) => listEvents(actor, query, now),
});

export const DELETE = bearerRoute({
  summary: "Erase your own samples of a range, with all that was made of them",
  description:
    "Derivations, sums, screenshots and corrections go with them. What is erased does not come back: a device that sends it again, or " +
    "for the first time, gets it counted in `duplicates`. With much to erase the rest is deleted after the answer.",
  reach: "personal",
  query: EraseQuery,
  response: Erasure,
  errors: ["conflict"],
  handle: ({ actor, query, now }) => eraseEvents(actor, query, now),
});
