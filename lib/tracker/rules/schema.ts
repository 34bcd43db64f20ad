import { z } from "zod";
import { GivenId, idParam, line, Timestamp } from "@/lib/http/fields";
import { RULE_CATEGORIES } from "@/lib/tracker/enrichment/catalog";
import { normalValue, RULE_KINDS } from "@/lib/tracker/enrichment/written-rules";
import { CATEGORY_LEVELS_MAX, RULE_CHARS_MAX, RULES_MAX, TITLE_RULES_MAX } from "@/lib/tracker/rules/limits";

const Kind = z.enum(RULE_KINDS).meta({
  description:
    "`bundle` an id, or a family such as `com.example.*` · `executable` a program's name on any system · `host` with those " +
    "below it, and the beginning of a path if need be · `path` a file or a folder with all in it · `extension` · " +
    "`repository` `owner/name` or with its host · `branch`, or its beginning such as `feature/*` · `title~` a pattern in " +
    "the syntax of RE2, in upper or lower case, with at least 2 characters that every match holds",
});
const Category = z.enum(RULE_CATEGORIES).meta({ example: "dev.code" });
const Value = line(RULE_CHARS_MAX).meta({ example: "github.com/acme" });

type Rule = {
  kind: z.output<typeof Kind>;
  value: string;
  category?: string | undefined;
  project_id?: string | undefined;
};

/** The error for a rule that names nothing. */
export const NEITHER = "Must name a category, a project or both";

/** The error for too many rules that match titles. */
export const TOO_MANY_TITLES = `There can be ${TITLE_RULES_MAX} rules that match titles: use other kinds, or delete some first`;

/** Whether more of the rules match titles than there can be. */
export function hasTooManyTitles(rules: readonly Pick<Rule, "kind">[]): boolean {
  return rules.filter(({ kind }) => kind === "title~").length > TITLE_RULES_MAX;
}

function checkRule(rule: Rule, context: z.RefinementCtx, at: number[] = []): void {
  const normal = normalValue(rule.kind, rule.value);
  if (typeof normal !== "string") {
    context.addIssue({ code: "custom", path: [...at, "value"], message: normal.problem });
  }
  if (rule.category === undefined && rule.project_id === undefined) {
    context.addIssue({ code: "custom", path: [...at, "category"], message: NEITHER });
  }
}

const fields = {
  kind: Kind,
  value: Value,
  category: Category.optional(),
  project_id: z
    .uuid()
    .toLowerCase()
    .optional()
    .meta({ description: "The project that matching time counts for, if the person is a member of it" }),
};

const EXAMPLE = { kind: "host", value: "github.com/acme", category: "dev.code" };

/** A rule in a request; its position decides which of several rules comes first. */
export const GivenRule = z.object(fields).meta({ id: "GivenTrackerRule", example: EXAMPLE });
export type GivenRule = z.output<typeof GivenRule>;

/** Rules in a request. Patterns are counted before any is compiled: two thousand would take a minute. */
const GivenRules = z
  .array(GivenRule)
  .max(RULES_MAX)
  .superRefine((rules, context) => {
    if (hasTooManyTitles(rules)) {
      context.addIssue({ code: "custom", message: TOO_MANY_TITLES });
    } else {
      for (const [index, rule] of rules.entries()) checkRule(rule, context, [index]);
    }
  });

const Problem = z.string().meta({
  description: "Why it is not applied, if it was stored before such rules were refused",
});

export const Rule = z.object({ id: z.uuid(), ...fields, problem: Problem.optional() }).meta({
  id: "TrackerRule",
  description:
    "Puts what it matches into a category, or says which project it is for. Of several that match, the first one with a " +
    "category decides the category, and the first one with a project speaks for that project.",
});

const DraftVersion = z.int().meta({
  description:
    "Increases with every change to the rules. In quotes it is the `ETag`, and the `If-Match` of the next change",
});

/** A rule in the draft, and the version of the whole draft after the change. */
export const ChangedRule = Rule.extend({ draft_version: DraftVersion }).meta({ id: "ChangedTrackerRule" });
export type ChangedRule = z.input<typeof ChangedRule>;

const Position = z.int().min(0).max(RULES_MAX).meta({ description: "Its place from 0; by default the last" });

export const NewRule = z
  .object({ ...fields, position: Position.optional() })
  .superRefine((rule, context) => checkRule(rule, context))
  .meta({ id: "NewTrackerRule", example: EXAMPLE });
export type NewRule = z.output<typeof NewRule>;

export const RuleChange = z
  .object({
    ...fields,
    category: Category.nullable().meta({ description: "null for none" }),
    project_id: GivenId.nullable().meta({ description: "null for none" }),
    position: Position,
  })
  .partial()
  .meta({ id: "TrackerRuleChange" });
export type RuleChange = z.output<typeof RuleChange>;

export const RuleParams = z.object({ rule_id: idParam("Rule") });
export const WorkspaceRuleParams = z.object({ workspace_id: z.string(), rule_id: idParam("Rule") });

export const ReplayStatus = z.enum(["running", "done", "cancelled"]);

const Replay = z.object({
  status: ReplayStatus,
  started_at: Timestamp,
  ended_at: Timestamp.nullable(),
  samples_done: z.int(),
  samples_total: z.int().nullable().meta({ description: "null until they are counted" }),
});

export const RuleState = z
  .object({
    version: z.int().meta({ description: "How many times the rules were applied" }),
    applied_at: Timestamp.nullable(),
    draft_version: DraftVersion,
    is_changed: z.boolean().meta({ description: "Whether they differ from those in force" }),
    replay: Replay.nullable().meta({
      description: "How far the rules in force have been applied to stored samples",
    }),
  })
  .meta({ id: "TrackerRuleState" });
export type RuleState = z.input<typeof RuleState>;

export const RuleList = RuleState.extend({
  rules: z.array(Rule).meta({ description: "The rules as they were last changed" }),
  in_force: z.array(Rule).meta({ description: "The rules in force" }),
}).meta({ id: "TrackerRuleList" });
export type RuleList = z.input<typeof RuleList>;

export const PreviewRules = z
  .object({ rules: GivenRules.optional() })
  .meta({ id: "PreviewTrackerRules", description: "By default the rules as they were last changed" });
export type PreviewRules = z.output<typeof PreviewRules>;

const Minutes = z.number().meta({ description: "Minutes, to a tenth" });
const Place = z.int().meta({ description: "A rule, by its place from 0" });

export const RulePreview = z
  .object({
    from: Timestamp,
    to: Timestamp,
    minutes: Minutes,
    categories: z.array(z.object({ category: z.string(), before: Minutes, after: Minutes })),
    moved: z.array(z.object({ from: z.string(), to: z.string(), minutes: Minutes })),
    conflicts: z.array(z.object({ rule: Place, decided_by: Place, minutes: Minutes })).meta({
      description: "Rules that also matched and would have decided otherwise; the ones with the most time",
    }),
    projects: z
      .array(z.object({ project_id: z.string(), minutes: Minutes }))
      .meta({ description: "Minutes that the rules assign to a project" }),
    never_matched: z.array(Place),
    matches_all: z.array(Place).meta({ description: "Rules that matched everything" }),
    is_partial: z.boolean().meta({ description: "Whether there was too much time to look at all of it" }),
  })
  .meta({ id: "TrackerRulePreview" });
export type RulePreview = z.input<typeof RulePreview>;

const ActivityWatchClass = z.object({
  name: z.array(z.string()).max(CATEGORY_LEVELS_MAX),
  rule: z
    .object({ type: z.string().nullish(), regex: z.string().nullish(), ignore_case: z.boolean().nullish() })
    .nullish(),
});

export const ImportRules = z
  .object({
    mode: z.enum(["replace", "append"]).default("append"),
    rules: GivenRules.optional().meta({ description: "As the list of rules returns them" }),
    classes: z
      .array(ActivityWatchClass)
      .max(RULES_MAX)
      .optional()
      .meta({ description: "As in ActivityWatch's settings" }),
    categories: z
      .array(ActivityWatchClass)
      .max(RULES_MAX)
      .optional()
      .meta({ description: "As ActivityWatch exports its categories" }),
    category_of: z
      .record(z.string(), Category)
      .default({})
      .meta({ description: "ActivityWatch's categories, by their names joined with ` > `" }),
  })
  .meta({ id: "ImportTrackerRules", example: { mode: "append", rules: [EXAMPLE] } });
export type ImportRules = z.output<typeof ImportRules>;

export const RuleImport = RuleList.extend({
  imported: z.int(),
  skipped: z.array(
    z.object({
      name: z.string(),
      reason: z.string(),
      needs_category: z.boolean().meta({ description: "Whether it is imported once `category_of` names it" }),
    }),
  ),
}).meta({ id: "TrackerRuleImport" });
export type RuleImport = z.input<typeof RuleImport>;
