import { setImmediate as breathe } from "node:timers/promises";
import { checkLimits } from "@/lib/limits/check-limits";
import { chunks } from "@/lib/platform/chunks";
import { db } from "@/lib/platform/database";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/limits";
import { isUnattributed } from "@/lib/tracker/enrichment/attribution-rules";
import { BUILT_IN_LAYER } from "@/lib/tracker/enrichment/built-in-rules";
import {
  categorise,
  matchingRules,
  projectRuled,
  type RuleLayer,
  type Verdicts,
} from "@/lib/tracker/enrichment/category-rules";
import { type Correction, correctCategory, piecesOf } from "@/lib/tracker/enrichment/correction-rules";
import { findCorrections } from "@/lib/tracker/enrichment/corrections-in-force";
import { readBuckets } from "@/lib/tracker/enrichment/derive-buckets";
import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import { secondsWon, wholeBucket } from "@/lib/tracker/enrichment/rules";
import { findRulesInForce } from "@/lib/tracker/enrichment/rules-in-force";
import type { ReadSample } from "@/lib/tracker/enrichment/samples-store";
import { findJoined, findWorkspacesOf } from "@/lib/tracker/enrichment/surroundings-store";
import { compileWritten, type WrittenRule } from "@/lib/tracker/enrichment/written-rules";
import { EVENT_AHEAD_MINUTES_MAX, INTERVAL_S_MAX } from "@/lib/tracker/ingest/limits";
import { checkProjects } from "@/lib/tracker/rules/check-projects";
import {
  CONFLICTS_SHOWN_MAX,
  PREVIEW_BUCKETS_PER_ROUND,
  PREVIEW_DAYS,
  PREVIEW_SAMPLES_MAX,
} from "@/lib/tracker/rules/limits";
import { checkRules, written } from "@/lib/tracker/rules/rules";
import type { PreviewRules, RulePreview } from "@/lib/tracker/rules/schema";
import { findRuleSet, listBucketsIn, type RuleOwner } from "@/lib/tracker/rules/store";

function minutes(seconds: number): number {
  return Math.round(seconds / 6) / 10;
}

/** Adds up what rules would change, one sample at a time. */
class Tally {
  private seconds = 0;
  private samples = 0;
  private readonly moved = new Map<string, number>();
  private readonly matched: number[];
  private readonly projects = new Map<string, number>();
  private readonly conflicts = new Map<string, number>();
  private readonly rules: readonly WrittenRule[];
  constructor(rules: readonly WrittenRule[]) {
    this.rules = rules;
    this.matched = rules.map(() => 0);
  }

  /**
   * @param matching indexes of the rules that match, the deciding one first
   * @param seconds time that a rule decides, without what the person corrected
   */
  match(matching: readonly number[], seconds: number): void {
    this.samples++;
    const [first, ...others] = matching;
    for (const place of matching) this.matched[place] = (this.matched[place] ?? 0) + 1;
    for (const place of seconds > 0 ? others : []) {
      if (this.rules[place]?.category === this.rules[first ?? -1]?.category) continue;
      const key = `${place} ${first}`;
      this.conflicts.set(key, (this.conflicts.get(key) ?? 0) + seconds);
    }
  }

  /** @param matching indexes of the matching rules that name only a project */
  matchProject(matching: readonly number[]): void {
    for (const place of matching) this.matched[place] = (this.matched[place] ?? 0) + 1;
  }

  attribute(projectId: string, seconds: number): void {
    this.projects.set(projectId, (this.projects.get(projectId) ?? 0) + seconds);
  }

  spend(before: string, after: string, seconds: number): void {
    if (before === "idle" && after === "idle") return;
    this.seconds += seconds;
    const key = `${before} ${after}`;
    this.moved.set(key, (this.moved.get(key) ?? 0) + seconds);
  }

  present(): Omit<RulePreview, "from" | "to" | "is_partial"> {
    const moves = Array.from(this.moved, ([key, seconds]) => {
      const [from = "", to = ""] = key.split(" ");
      return { from, to, seconds };
    });
    const categories = [...new Set(moves.flatMap(({ from, to }) => [from, to]))].sort();
    const of = (side: "from" | "to", category: string) =>
      minutes(moves.filter((move) => move[side] === category).reduce((sum, move) => sum + move.seconds, 0));
    const places = (isShown: (matched: number) => boolean) =>
      this.matched.flatMap((matched, place) => (isShown(matched) ? [place] : []));
    return {
      minutes: minutes(this.seconds),
      categories: categories.map((category) => ({
        category,
        before: of("from", category),
        after: of("to", category),
      })),
      moved: moves
        .filter(({ from, to }) => from !== to)
        .toSorted((a, b) => b.seconds - a.seconds)
        .map(({ from, to, seconds }) => ({ from, to, minutes: minutes(seconds) })),
      conflicts: Array.from(this.conflicts, ([key, seconds]) => {
        const [rule = 0, decidedBy = 0] = key.split(" ").map(Number);
        return { rule, decided_by: decidedBy, minutes: minutes(seconds), seconds };
      })
        .toSorted((a, b) => b.seconds - a.seconds || a.rule - b.rule)
        .slice(0, CONFLICTS_SHOWN_MAX)
        .map(({ seconds: _seconds, ...conflict }) => conflict),
      projects: Array.from(this.projects, ([project_id, seconds]) => ({ project_id, seconds }))
        .toSorted((a, b) => b.seconds - a.seconds)
        .map(({ project_id, seconds }) => ({ project_id, minutes: minutes(seconds) })),
      never_matched: places((matched) => matched === 0),
      matches_all: places((matched) => matched > 0 && matched === this.samples),
    };
  }
}

/** The current rules for a person's sample, and those to preview. */
type Judge = (sample: ReadSample) => { before: readonly RuleLayer[]; after: readonly RuleLayer[] };

async function judgeFor(
  owner: RuleOwner,
  developerId: string,
  samples: readonly ReadSample[],
  proposed: RuleLayer,
): Promise<Judge> {
  const projects = [...new Set(samples.map(({ boundProjectId }) => boundProjectId))];
  const inForce = await findRulesInForce([developerId], projects);
  const byProject = new Map(
    projects.map((project) => {
      const { own, workspace } = inForce.written(developerId, project);
      const isOfWorkspace = "scope" in owner;
      const stack = [isOfWorkspace ? own : proposed, isOfWorkspace ? proposed : workspace, BUILT_IN_LAYER];
      const after = stack.filter((layer) => layer !== undefined);
      return [project, { before: inForce.of(developerId, project).layers, after }];
    }),
  );
  const none = { before: [BUILT_IN_LAYER], after: [BUILT_IN_LAYER] };
  return ({ boundProjectId }) => byProject.get(boundProjectId) ?? none;
}

/**
 * What a sample is now and what it would be, in pieces where corrections differ. A category that its person set is
 * never changed by a rule.
 */
function judgedBy(sample: ReadSample, judge: Judge, corrections: readonly Correction[], verdicts: Verdicts) {
  const { before, after } = judge(sample);
  const [ruledBefore, ruledAfter] = [
    categorise(sample, before, verdicts),
    categorise(sample, after, verdicts),
  ];
  return piecesOf(sample, corrections).map(({ corrections: said, cut }) => {
    const { presence, category } = correctCategory(ruledAfter, said);
    return {
      sample,
      cut,
      presence,
      after: category,
      before: correctCategory(ruledBefore, said).category,
      isSaid: said.some((correction) => correction.category !== null),
      isProjectSaid: said.some((correction) => correction.setsProject),
    };
  });
}

/** The indexes of the rules that match a sample, the deciding one first. */
function placesOf(sample: ReadSample, layer: RuleLayer): number[] {
  return matchingRules(sample, layer).map((id) => Number(id.split("/").at(-1)));
}

/** The samples of a person that the rules may apply to: for a workspace's rules, those that belong to it. */
async function ofOwner(owner: RuleOwner, samples: readonly ReadSample[]): Promise<ReadSample[]> {
  if (!("scope" in owner)) return [...samples];
  const workspaceOf = await findWorkspacesOf([
    ...new Set(samples.map(({ boundProjectId }) => boundProjectId)),
  ]);
  return samples.filter(({ boundProjectId }) => workspaceOf.get(boundProjectId) === owner.scope.workspaceId);
}

/**
 * Previews rules on the reader's own recent days: which minutes would change their category, and which rules conflict,
 * match everything or match nothing. Changes nothing, and reads nobody else's time.
 * @throws AppError invalid, conflict as when writing rules; too_many_requests
 */
export async function previewRules(
  owner: RuleOwner,
  developerId: string,
  given: PreviewRules,
  now: Date,
): Promise<RulePreview> {
  await checkLimits([{ limit: "tracker_rule_previews_per_developer", key: developerId }], now);
  const rules =
    given.rules?.map((rule) => written("", rule)) ?? (await findRuleSet(db(), owner))?.draft ?? [];
  checkRules(rules);
  await checkProjects(db(), owner, given.rules ? rules : []);
  const placed = rules.map((rule, place) => ({ ...rule, id: String(place) }));
  const proposed = compileWritten("scope" in owner ? "workspace" : "own", placed);
  const range = { from: new Date(now.getTime() - PREVIEW_DAYS * DAY_MS), to: now };
  // A device's clock may be ahead.
  const until = new Date(now.getTime() + EVENT_AHEAD_MINUTES_MAX * MINUTE_MS);
  const buckets = await listBucketsIn(developerId, { from: range.from, to: until });
  const tally = new Tally(rules);
  const verdicts: Verdicts = new Map();
  let left = PREVIEW_SAMPLES_MAX;
  for (const round of chunks(buckets, PREVIEW_BUCKETS_PER_ROUND)) {
    if (left <= 0) break;
    const found = await readBuckets(round.map((bucket) => ({ developerId, bucket })));
    const read = found.flatMap(({ samples }) => samples);
    const judge = await judgeFor(owner, developerId, read, proposed);
    const joinedOf = await findJoined(
      [developerId],
      read.map(({ boundProjectId }) => boundProjectId),
    );
    const said = await findCorrections(
      round.map((bucket) => ({
        developerId,
        from: bucket - INTERVAL_S_MAX,
        to: bucket + BUCKET_S + INTERVAL_S_MAX,
      })),
    );
    for (const [index, bucket] of round.entries()) {
      const samples = await ofOwner(owner, found[index]?.samples ?? []);
      left -= samples.length;
      const judged = samples.flatMap((sample) => judgedBy(sample, judge, said(developerId), verdicts));
      for (const { placed: won, seconds } of secondsWon(judged, wholeBucket(bucket))) {
        tally.spend(won.before, won.after, seconds);
        const matching = placesOf(won.sample, proposed);
        if (!won.sample.isPrivate) tally.match(matching, won.isSaid ? 0 : seconds);
        if (!proposed.projects || isUnattributed(won.after) || won.isProjectSaid) continue;
        const named = placesOf(won.sample, proposed.projects.rules);
        tally.matchProject(named.filter((place) => !matching.includes(place)));
        const joined = joinedOf(developerId, won.sample.boundProjectId);
        const ruled = projectRuled(
          won.sample,
          [proposed],
          (projectId) => joined?.keyOf.has(projectId) ?? false,
        );
        if (ruled) tally.attribute(ruled.projectId, seconds);
      }
      await breathe();
    }
  }
  return {
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    ...tally.present(),
    is_partial: left <= 0,
  };
}
