import type { z } from "zod";
import type {
  GivenRule as GivenRuleSchema,
  RuleList as RuleListSchema,
  RulePreview as RulePreviewSchema,
  Rule as RuleSchema,
} from "@/lib/tracker/rules/schema";

export type Rule = z.output<typeof RuleSchema>;
export type GivenRule = GivenRuleSchema;
/** A rule without its id and what the server says of it. */
export function contentOf({ id: _id, problem: _problem, ...content }: Rule): GivenRule {
  return content;
}

export type RuleList = z.output<typeof RuleListSchema>;
export type RulePreview = z.output<typeof RulePreviewSchema>;
