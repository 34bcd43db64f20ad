import { bearerRoute } from "@/lib/routes/bearer-route";
import { importRules } from "@/lib/tracker/rules/import-rules";
import { RULES_BYTES_MAX } from "@/lib/tracker/rules/limits";
import { ImportRules, RuleImport } from "@/lib/tracker/rules/schema";

export const POST = bearerRoute({
  operationId: "tracker.ownRules.import",
  summary: "Write down rules of a file among your own, of this service or of ActivityWatch",
  description:
    "They hold once they are applied. What there is a rule for already is left as it is; categories of ActivityWatch that " +
    "can't be told are named in `skipped`, and `category_of` says which they are to be. With `If-Match` only in that " +
    "version of all rules.",
  reach: "personal",
  body: ImportRules,
  bodyBytesMax: RULES_BYTES_MAX,
  ifMatch: true,
  response: RuleImport,
  version: ({ draft_version }) => draft_version,
  errors: ["conflict", "too_many_requests"],
  handle: ({ actor, body, ifMatch, now }) =>
    importRules({ developerId: actor.developerId }, body, ifMatch, now),
});
