import { bearerRoute } from "@/lib/routes/bearer-route";
import { makeRule } from "@/lib/tracker/corrections/make-rule";
import { CorrectionParams, RuleFromCorrection } from "@/lib/tracker/corrections/schema";

export const POST = bearerRoute({
  summary: "Turn one of your corrections into a rule",
  description:
    "The rule matches what most of its samples have in common: a website, a repository or an app. It becomes your " +
    "first rule, and replaces one that matches the same. It takes effect at once unless you have other unapplied " +
    "changes.",
  reach: "personal",
  params: CorrectionParams,
  response: RuleFromCorrection,
  status: 201,
  errors: ["not_found", "conflict", "too_many_requests"],
  handle: ({ actor, params, now }) => makeRule(actor, params.correction_id, now),
});
