import { isShownTwice, offsetName, timeIn } from "@/lib/tracker/days/rules";
import { formatDuration } from "@/lib/ui/kit/time/day";
import type { DayTimeline, Span } from "@/lib/ui/time/queries";

/** `09:30`: the time on a zone's clocks. */
export function clockIn(zone: string, at: string | number): string {
  return timeIn(zone, new Date(at)).slice(11);
}

/** `09:30–10:05`; where autumn shows a time twice, with the offset that tells which. */
export function timesIn(zone: string, { from, to }: { from: string | number; to: string | number }): string {
  const time = (given: string | number) => {
    const at = new Date(given);
    return clockIn(zone, given) + (isShownTwice(zone, at) ? ` ${offsetName(at, zone)}` : "");
  };
  return `${time(from)}–${time(to)}`;
}

/** Names the zone of somebody's days where the clocks about them show another time; nothing otherwise. */
export function zoneNote(zone: string, own: string, at: Date): string {
  const offset = offsetName(at, zone);
  return offset === offsetName(at, own) ? "" : ` · ${zone.replaceAll("_", " ")} time (${offset})`;
}

/** The length of a stretch, in words. */
export function lengthOf({ from, to }: { from: string; to: string }): string {
  return formatDuration((Date.parse(to) - Date.parse(from)) / 1_000);
}

type Projects = DayTimeline["projects"];

/** `WEB-12 · Web shop`, `Web shop`; null for no project. */
export function workOf(projects: Projects, projectId: string | null, taskKey: string | null): string | null {
  const name = projects.find(({ id }) => id === projectId)?.name;
  const project = name ?? (projectId === null ? null : "Former project");
  return [taskKey, project].filter((part) => part !== null).join(" · ") || null;
}

/** The project and task of a span, in words. */
export function workIn(projects: Projects, span: Span): string | null {
  return workOf(projects, span.project_id, span.task_key);
}

/** A span in one sentence, for screen readers. */
export function spanText(zone: string, projects: Projects, span: Span): string {
  const { category_label: category, app_name: app, title } = span;
  return [
    timesIn(zone, span),
    category,
    app,
    title,
    workIn(projects, span),
    span.corrected ? "corrected" : null,
  ]
    .filter((part) => part !== null && part !== "")
    .join(", ");
}

export const deviceName = (name: string | null) => name ?? "Unnamed device";

const SIGNALS: Record<string, string> = {
  correction: "What you said",
  issue_url: "The address of a task",
  own_rule: "A rule of yours",
  workspace_rule: "A rule of the workspace",
  task_page: "The page of a task here",
  linked_page: "An issue or pull request that is linked to a task",
  code_page: "An issue or pull request of a repository",
  own_work: "A commit or pull request of yours, close to it",
  branch: "The branch",
  title: "The title",
  repository: "The repository",
  carried: "What this device was clearly working on",
  device: "The device's own project",
  none: "Nothing",
};

/** What to call a kind of evidence. */
export function signalName(signal: string): string {
  return SIGNALS[signal] ?? signal.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
}

/** A share as text: 0.85 is `85%`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** A project and task by their keys; null for none. */
export function workByKey(target: {
  project_id: string | null;
  project_key: string | null;
  task_key: string | null;
}): string | null {
  if (target.project_id === null) return null;
  return target.task_key ?? target.project_key ?? "a former project";
}
