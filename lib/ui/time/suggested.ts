import type { Correction, DayTimeline, Span } from "@/lib/ui/time/queries";

/** A span whose project is suggested, and its device. */
export type Suggested = { deviceId: string; span: Span };

/** All suggestions of a day. */
export function suggestedIn({ lanes }: Pick<DayTimeline, "lanes">): Suggested[] {
  return lanes.flatMap(({ device_id: deviceId, spans }) =>
    spans.filter((span) => span.suggested_project_id !== null).map((span) => ({ deviceId, span })),
  );
}

/** What confirms a suggestion. */
export function confirmationOf({ deviceId, span }: Suggested): Correction {
  const { from, to, suggested_project_id: project_id, suggested_task_key: task } = span;
  return { from, to, device_id: deviceId, project_id, ...(task === null ? {} : { task_key: task }) };
}

/** What confirms several suggestions: one correction for those that follow each other and suggest the same. */
export function confirmationsOf(all: readonly Suggested[]): Correction[] {
  const merged: Correction[] = [];
  for (const next of all.map(confirmationOf)) {
    const last = merged.at(-1);
    const isSame =
      last?.device_id === next.device_id &&
      last?.project_id === next.project_id &&
      last?.task_key === next.task_key &&
      last?.to === next.from;
    if (last && isSame) merged[merged.length - 1] = { ...last, to: next.to };
    else merged.push(next);
  }
  return merged;
}
