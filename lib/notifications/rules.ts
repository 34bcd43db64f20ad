import { DIGEST_HOUR, NOTIFICATION_TITLE_CHARS_MAX } from "@/lib/notifications/limits";
import { shortened } from "@/lib/platform/shortened";

/** A title as notifications have it: one line, cut. */
export function oneLine(title: string): string {
  return shortened(title.replace(/\s+/g, " ").trim(), NOTIFICATION_TITLE_CHARS_MAX);
}

/** The group of the notifications about mentions in the texts of a task, or in the notes of a record. */
export function mentionsOf(id: string): string {
  return `mention:${id}`;
}

/** The group of the notifications of whoever a task is assigned to. */
export function assignmentOf(taskId: string): string {
  return `assigned:${taskId}`;
}

/** The group of the notifications of whoever several tasks of a project are assigned to at once; each lists them. */
export function assignmentsIn(projectId: string): string {
  return `assigned-of:${projectId}`;
}

/** The local day and hour in a time zone; in UTC if the zone is unknown. */
function clockIn(zone: string | null, now: Date): { day: string; hour: number } {
  const options = {
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
  } as const;
  const format = (timeZone: string) => new Intl.DateTimeFormat("en-CA", { ...options, timeZone });
  let parts: Intl.DateTimeFormatPart[];
  try {
    parts = format(zone ?? "UTC").formatToParts(now);
  } catch {
    parts = format("UTC").formatToParts(now);
  }
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return { day: `${part("year")}-${part("month")}-${part("day")}`, hour: Number(part("hour")) };
}

/**
 * The day whose digest is due for somebody; null before their morning, and once they have had it. After the morning's
 * first hour it is sent only for what waited by then: what comes later waits for the next one.
 * @param oldestAt when the first of what waits for them came
 */
export function digestDue(
  { timeZone, lastDay, oldestAt }: { timeZone: string | null; lastDay: string | null; oldestAt: Date },
  now: Date,
): string | null {
  const { day, hour } = clockIn(timeZone, now);
  if (hour < DIGEST_HOUR || (lastDay !== null && lastDay >= day)) return null;
  const oldest = clockIn(timeZone, oldestAt);
  return hour === DIGEST_HOUR || oldest.day < day || oldest.hour < DIGEST_HOUR ? day : null;
}

/** The last line of what people are mailed: where they choose what comes. */
export function mailedWhy(baseUrl: string): string {
  return `Choose what is mailed to you: ${baseUrl}/account#notifications`;
}

type Noted = { title: string; link: string | null; workspace: string };

/** The text of a digest: one line per notification, by workspace, with links. */
export function digestText(
  noted: readonly Noted[],
  more: number,
  baseUrl: string,
): { subject: string; text: string } {
  const count = noted.length + more;
  const workspaces = [...new Set(noted.map(({ workspace }) => workspace))];
  const sections = workspaces.map((workspace) => {
    const lines = noted
      .filter((each) => each.workspace === workspace)
      .map(({ title, link }) => (link === null ? `- ${title}` : `- ${title}\n  ${baseUrl}${link}`));
    return [workspace, ...lines].join("\n");
  });
  const rest = more === 0 ? [] : [`and ${more} more`];
  const subject = count === 1 ? "One thing that you have not seen" : `${count} things that you have not seen`;
  return { subject, text: [...sections, ...rest, mailedWhy(baseUrl)].join("\n\n") };
}
