import { DAY_MS } from "@/lib/platform/limits";
import { categoryLabel } from "@/lib/tracker/enrichment/catalog";
import type { Stretch } from "@/lib/tracker/enrichment/rules";
import type { Span } from "@/lib/tracker/timeline/rules";
import type { Days, DaysQuery, Timeline } from "@/lib/tracker/timeline/schema";
import type { DaySums, findNames } from "@/lib/tracker/timeline/store";

type Lane = { deviceId: string; spans: Span[] };
type Found = {
  lanes: Lane[];
  resolutionS: number;
  excess: number;
  meetings: (Stretch & { app: string })[];
  gaps: Stretch[];
  totals: { category: string; seconds: number }[];
};

const time = (second: number) => new Date(second * 1_000).toISOString();
const times = ({ from, to }: Stretch) => ({ from: time(from), to: time(to) });

function presentSpan(span: Span): Timeline["lanes"][number]["spans"][number] {
  const { facts } = span;
  return {
    ...times(span),
    category: facts.category,
    category_label: categoryLabel(facts.category),
    project_id: facts.projectId,
    task_key: facts.taskKey,
    app_name: facts.appName,
    title: span.title,
    sample_id: span.sampleId,
    samples: span.samples,
    seconds: span.seconds,
    suggested_project_id: facts.suggestedProjectId,
    suggested_task_key: facts.suggestedTaskKey,
    corrected: facts.isCorrected,
  };
}

/** The response for a timeline; its lanes are ordered by their devices' names. */
export function presentTimeline(
  range: { from: Date; to: Date },
  found: Found,
  names: Awaited<ReturnType<typeof findNames>>,
): Timeline {
  const laneOf = new Map(found.lanes.map((lane) => [lane.deviceId, lane]));
  return {
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    time_zone: names.timeZone ?? "UTC",
    lanes: names.devices.map(({ id, name }) => ({
      device_id: id,
      device_name: name,
      spans: (laneOf.get(id)?.spans ?? []).map(presentSpan),
    })),
    meetings: found.meetings.map(({ app, ...stretch }) => ({ ...times(stretch), app })),
    gaps: found.gaps.map(times),
    projects: names.projects,
    totals: found.totals.map((total) => ({ ...total, label: categoryLabel(total.category) })),
    total_seconds: found.totals.reduce((sum, { seconds }) => sum + seconds, 0),
    resolution_s: found.resolutionS,
    uncounted_samples: found.excess,
    pending: names.isPending,
  };
}

const NO_PROJECT = "No project";
const FORMER_PROJECT = "Former project";

/** The response for sums of days, with a name for each key. */
export function presentDays({ from, to, by }: DaysQuery, zone: string, sums: DaySums): Days {
  const nameOf = new Map(sums.names.map(({ key, name }) => [key, name]));
  const labelOf = (key: string) => {
    if (by === "category") return categoryLabel(key);
    return key === "" ? NO_PROJECT : (nameOf.get(key) ?? FORMER_PROJECT);
  };
  const [totals, days] = [new Map<string, number>(), new Map<number, Record<string, number>>()];
  for (const { day, key: given, seconds } of sums.days) {
    const key = given ?? "";
    totals.set(key, (totals.get(key) ?? 0) + seconds);
    days.set(day, { ...days.get(day), [key]: seconds });
  }
  const sum = (all: Iterable<number>) => Array.from(all).reduce((total, seconds) => total + seconds, 0);
  return {
    from,
    to,
    by,
    time_zone: zone,
    total_seconds: sum(totals.values()),
    is_settled: sums.isSettled,
    keys: [...totals]
      .map(([key, seconds]) => ({ key, label: labelOf(key), seconds }))
      .toSorted((a, b) => b.seconds - a.seconds || (a.key < b.key ? -1 : 1)),
    days: Array.from(days, ([day, amounts]) => ({
      day: new Date(day * DAY_MS).toISOString().slice(0, 10),
      seconds: sum(Object.values(amounts)),
      by: amounts,
    })),
    hours: sums.hours,
  };
}
