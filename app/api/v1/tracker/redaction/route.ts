import { bearerRoute } from "@/lib/routes/bearer-route";
import { getOwnRules, setOwnRules } from "@/lib/tracker/redaction/own-rules";
import { RedactionRules } from "@/lib/tracker/redaction/schema";

export const GET = bearerRoute({
  summary: "What is redacted from your samples, beyond what is redacted for everybody",
  description: "Nobody else can read it. Your devices fetch it to redact samples before they send them.",
  reach: "own_tracker",
  response: RedactionRules,
  handle: ({ actor }) => getOwnRules(actor),
});

export const PUT = bearerRoute({
  summary: "Change what is redacted from your samples, new and stored",
  description: "Replaces your rules. What earlier rules redacted does not come back.",
  reach: "personal",
  body: RedactionRules,
  response: RedactionRules,
  handle: ({ actor, body, now }) => setOwnRules(actor, body, now),
});
