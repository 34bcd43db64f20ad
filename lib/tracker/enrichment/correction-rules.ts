import type { Attribution } from "@/lib/tracker/enrichment/attribution-rules";
import type { CategoryId } from "@/lib/tracker/enrichment/catalog";
import type { Categorised } from "@/lib/tracker/enrichment/category-rules";
import type { Presence } from "@/lib/tracker/enrichment/presence-rules";
import type { Sample } from "@/lib/tracker/enrichment/sample";

/** What a person said of a stretch of their own time, whatever the evidence. */
export type Correction = {
  id: string;
  /** Null for all devices. */
  deviceId: string | null;
  /** In whole seconds since 1970; `to` is not part of it. */
  from: number;
  to: number;
  /** Whether it says which project, or that it is none's. */
  setsProject: boolean;
  projectId: string | null;
  /** Whether it says which task, or that it is none. */
  setsTask: boolean;
  taskKey: string | null;
  /** Null where it says nothing of it. */
  category: CategoryId | null;
};

/**
 * A part of a sample's time for which the same was said: `corrections` in the order in which they were made. `cut` is null
 * where it is the whole sample.
 */
export type Piece = {
  corrections: readonly Correction[];
  cut: { from: number; to: number } | null;
  /** Of a sample's pieces the longest, the first of several: what is stored of the sample is what this one came to. */
  isMain: boolean;
};

const WHOLE: readonly Piece[] = [{ corrections: [], cut: null, isMain: true }];

/**
 * Cuts a sample's time where what was said of it changes.
 * @param corrections of its person, in the order in which they were made
 */
export function piecesOf(
  { deviceId, end, intervalS }: Pick<Sample, "deviceId" | "end" | "intervalS">,
  corrections: readonly Correction[],
): readonly Piece[] {
  if (corrections.length === 0) return WHOLE;
  const from = end - intervalS;
  // One without a second of its own is what it would be with one.
  const to = Math.max(end, from + 1);
  const own = corrections.filter(
    (said) => said.from < to && said.to > from && (said.deviceId === null || said.deviceId === deviceId),
  );
  if (own.length === 0) return WHOLE;
  const edges = own.flatMap((said) => [said.from, said.to]).filter((edge) => edge > from && edge < to);
  const starts = [...new Set([from, ...edges])].toSorted((a, b) => a - b);
  const stretches = starts.map((start, index) => ({ from: start, to: starts[index + 1] ?? to }));
  const longest = stretches.reduce((best, each) => (each.to - each.from > best.to - best.from ? each : best));
  return stretches.map((stretch) => ({
    corrections: own.filter((said) => said.from < stretch.to && said.to > stretch.from),
    cut: stretches.length > 1 ? stretch : null,
    isMain: stretch === longest,
  }));
}

/** How much speaks for somebody having been there, after they said what it was. */
function presenceAs(category: CategoryId, presence: Presence): Presence {
  if (category === "idle") return "locked";
  return presence === "locked" ? "unknown" : presence;
}

/** The category that was said last; without one, what the rules decided. */
export function correctCategory(categorised: Categorised, corrections: readonly Correction[]): Categorised {
  const said = corrections.findLast(({ category }) => category !== null);
  if (!said?.category) return categorised;
  const { category, id } = said;
  return {
    category,
    ruleId: `correction/${id}`,
    presence: presenceAs(category, categorised.presence),
  };
}

/** Project and task as they were said, one after the other, over what the evidence came to. */
export function correctAttribution(
  attribution: Attribution,
  corrections: readonly Correction[],
): Attribution {
  let { projectId, taskKey } = attribution;
  let isSaid = false;
  for (const said of corrections) {
    isSaid ||= said.setsProject || said.setsTask;
    if (said.setsProject) {
      // A task is its project's.
      if (said.projectId !== projectId) taskKey = null;
      projectId = said.projectId;
    }
    if (said.setsTask) taskKey = said.taskKey;
  }
  if (!isSaid) return attribution;
  return {
    projectId,
    taskKey,
    confidence: 1,
    signal: "correction",
    suggestedProjectId: null,
    suggestedTaskKey: null,
  };
}

/** The project that a person said last that time is for; undefined where they said of none. */
export function projectSaid(corrections: readonly Correction[]): string | undefined {
  return corrections.findLast(({ setsProject }) => setsProject)?.projectId ?? undefined;
}
