import { skewText } from "@/lib/tracker/days/rules";
import { CLOCK_SKEW_TOLD_S_MIN } from "@/lib/tracker/ingest/limits";
import { numberText } from "@/lib/ui/kit/words/counts";
import { readerLocale } from "@/lib/ui/kit/words/locale";
import type { OwnDevice, WorkspaceDevice } from "@/lib/ui/tracker/queries";

type PausedBy = OwnDevice["paused_by"][number];

/** Why nothing is recorded, worded for the device's owner. */
const TO_OWNER: Record<PausedBy, string> = {
  tracker_off: "The tracker is off for its project",
  workspace: "Paused in the whole workspace",
  project: "Its project is paused",
  device: "Paused by a manager",
  owner: "Paused by you",
  hours: "Outside your working hours",
};

/** The same, for those who manage the tracker. */
const TO_MANAGER: Record<PausedBy, string> = {
  ...TO_OWNER,
  device: "Paused",
  owner: "Paused by its owner",
  hours: "Paused by its owner",
};

/** The same, on the pages of the project. */
const ON_PROJECT: Record<PausedBy, string> = { ...TO_MANAGER, project: "Paused" };

/** A day and time by the reader's clock: `24 Nov, 09:30`. */
export function shortTime(at: string): string {
  return new Intl.DateTimeFormat(readerLocale(), {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(new Date(at));
}

type Paused = { paused_by: readonly PausedBy[]; paused_until: string | null };

function pauseText(
  { paused_by: by, paused_until: until }: Paused,
  words: Record<PausedBy, string>,
): string | null {
  if (by.length === 0) return null;
  const reasons = by.map((each) => words[each]).join(" · ");
  return until !== null && by.length === 1 ? `${reasons} until ${shortTime(until)}` : reasons;
}

/** The project of one of the reader's devices; its name is not told to those who left it. */
export const projectOf = ({ project_name }: { project_name: string | null }) =>
  project_name ?? "a former project";

/** Why one of the reader's devices records nothing; null while it does. */
export const ownPauseText = (device: Paused) => pauseText(device, TO_OWNER);

/** Why somebody's device records nothing; null while it does. */
export const pauseTextFor = (paused: Paused) => pauseText(paused, TO_MANAGER);

/** Why nothing is recorded for a project or by one of its devices, worded for the project's page. */
export const pauseTextOnProject = (paused: Paused) => pauseText(paused, ON_PROJECT);

export const POLICIES = [
  { value: "off", label: "Off" },
  { value: "active_window", label: "Window in use" },
  { value: "full_screen", label: "Whole screen" },
] as const;

const REASONS: Record<string, string> = {
  ts_out_of_range: "too old, or from a clock that is ahead",
  interval_out_of_range: "with an interval out of range",
  forbidden_field: "with a field that only the server sets",
  unknown_field: "with an unknown field",
  invalid: "malformed",
  too_large: "too large",
  not_captured:
    "taken during a pause, outside working hours, in an excluded app or for a workspace that was left",
  forbidden_workspace: "for another workspace",
};

function rejectionText({ reason, count }: WorkspaceDevice["rejections"][number]): string {
  return `${numberText(count)} ${REASONS[reason] ?? reason}`;
}

/** What is unusual about a device, one sentence each. */
export function remarksOf({ clock_skew_s, rejections, screenshots_from: from }: WorkspaceDevice): string[] {
  const skewS = clock_skew_s ?? 0;
  return [
    ...(Math.abs(skewS) >= CLOCK_SKEW_TOLD_S_MIN ? [`Its clock is ${skewText(skewS)}.`] : []),
    ...(rejections.length > 0
      ? [`Samples refused in 24 hours: ${rejections.map(rejectionText).join("; ")}.`]
      : []),
    ...(from === null ? [] : [`Screenshots begin ${shortTime(from)}.`]),
  ];
}
