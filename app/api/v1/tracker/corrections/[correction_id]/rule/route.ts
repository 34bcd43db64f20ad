import { bearerRoute } from "@/lib/routes/bearer-route";
import { makeRule } from "@/lib/tracker/corrections/make-rule";
import { CorrectionParams, RuleFromCorrection } from "@/lib/tracker/corrections/schema";

export const POST = bearerRoute({
  summary: "Make a correction of yours a rule of your own",
  description:
    "By what most of its samples have in common: a website, a repository or an app. The rule comes first among yours, in " +
    "place of one for the same. It is put in force at once where no other change of your rules waits for that.",
  reach: "personal",
  params: CorrectionParams,
  response: RuleFromCorrection,
  status: 201,
  errors: ["not_found", "conflict", "too_many_requests"],
  handle: ({ actor, params, now }) => makeRule(actor, params.correction_id, now),
});
