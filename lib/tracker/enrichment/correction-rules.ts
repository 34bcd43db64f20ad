import type { Attribution } from "@/lib/tracker/enrichment/attribution-rules";
import type { CategoryId } from "@/lib/tracker/enrichment/catalog";
import type { Categorised } from "@/lib/tracker/enrichment/category-rules";
import type { Presence } from "@/lib/tracker/enrichment/presence-rules";
import type { Sample } from "@/lib/tracker/enrichment/sample";

/** What a person said about a stretch of their own time. It overrides all evidence. */
export type Correction = {
  id: string;
  /** Null for all devices. */
  deviceId: string | null;
  /** In whole seconds since 1970; `to` is exclusive. */
  from: number;
  to: number;
  /** Whether it sets the project; a null project means none. */
  setsProject: boolean;
  projectId: string | null;
  /** Whether it sets the task; a null task means none. */
  setsTask: boolean;
  taskKey: string | null;
  /** Null if it doesn't set the category. */
  category: CategoryId | null;
};

/**
 * A part of a sample's time to which the same corrections apply. `corrections` are in the order in which they were
 * made. `cut` is null if it is the whole sample.
 */
export type Piece = {
  corrections: readonly Correction[];
  cut: { from: number; to: number } | null;
  /** True for the longest of a sample's pieces (the first, in a tie): its result is stored for the sample. */
  isMain: boolean;
};

const WHOLE: readonly Piece[] = [{ corrections: [], cut: null, isMain: true }];

/**
 * Splits a sample's time wherever the corrections change.
 * @param corrections of its person, in the order in which they were made
 */
export function piecesOf(
  { deviceId, end, intervalS }: Pick<Sample, "deviceId" | "end" | "intervalS">,
  corrections: readonly Correction[],
): readonly Piece[] {
  if (corrections.length === 0) return WHOLE;
  const from = end - intervalS;
  // A sample without a second of its own is treated as if it had one.
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

/** How strongly a corrected sample shows that its person was there. */
function presenceAs(category: CategoryId, presence: Presence): Presence {
  if (category === "idle") return "locked";
  return presence === "locked" ? "unknown" : presence;
}

/** The category of the last correction that sets one; otherwise what the rules decided. */
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

/** Applies the corrections' projects and tasks, in order, over what the evidence gave. */
export function correctAttribution(
  attribution: Attribution,
  corrections: readonly Correction[],
): Attribution {
  let { projectId, taskKey } = attribution;
  let isSaid = false;
  for (const said of corrections) {
    isSaid ||= said.setsProject || said.setsTask;
    if (said.setsProject) {
      // A task belongs to its project, so a new project clears it.
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

/** The project set by the last correction that sets one; undefined if none does. */
export function projectSaid(corrections: readonly Correction[]): string | undefined {
  return corrections.findLast(({ setsProject }) => setsProject)?.projectId ?? undefined;
}
