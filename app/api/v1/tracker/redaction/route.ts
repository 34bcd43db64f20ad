import { bearerRoute } from "@/lib/routes/bearer-route";
import { getOwnRules, setOwnRules } from "@/lib/tracker/redaction/own-rules";
import { RedactionRules } from "@/lib/tracker/redaction/schema";

export const GET = bearerRoute({
  summary: "What you have taken out of your samples, besides what is taken out of everybody's",
  description: "Nobody else can read it. Your devices do, to take it out before they send anything.",
  reach: "own_tracker",
  response: RedactionRules,
  handle: ({ actor }) => getOwnRules(actor),
});

export const PUT = bearerRoute({
  summary: "Have more taken out of your samples, before they are stored and of those that are",
  description: "Replaces your rules. What was taken out by earlier ones does not come back.",
  reach: "personal",
  body: RedactionRules,
  response: RedactionRules,
  handle: ({ actor, body, now }) => setOwnRules(actor, body, now),
});
