import { findTimeZone } from "@/lib/tracker/activity/store";
import { dayIn, rangeOfDay, shiftDay } from "@/lib/tracker/days/rules";
import { getTrackingDevice } from "@/lib/tracker/devices/get-own-device";
import type { Editor } from "@/lib/tracker/editors/authenticate-editor";
import { presentDay } from "@/lib/tracker/editors/present";
import { durationOf } from "@/lib/tracker/editors/rules";
import type { EditorDay, EditorSummaries, StatusBar, SummaryRange } from "@/lib/tracker/editors/schema";
import { sumDays } from "@/lib/tracker/editors/store";
import { deriveOpen, isOpen } from "@/lib/tracker/enrichment/derive-open";

const DEFAULT_ZONE = "UTC";

/** The days of a range in a zone's calendar, without days that the zone skipped. */
function daysOf(first: string, last: string, zone: string) {
  const days: { date: string; from: Date; to: Date }[] = [];
  for (let date = first; date <= last; date = shiftDay(date, 1)) {
    const range = rangeOfDay(date, zone);
    if (range) days.push({ date, ...range });
  }
  return days;
}

async function sumOfDays(
  { actor, deviceId }: Editor,
  first: string,
  last: string,
  zone: string,
  now: Date,
): Promise<EditorDay[]> {
  const { workspaceId } = await getTrackingDevice(actor, deviceId, now);
  const days = daysOf(first, last, zone);
  const end = days.at(-1)?.to;
  if (end === undefined) return [];
  if (isOpen(end, now)) await deriveOpen(actor.developerId, now);
  const sums = await sumDays(actor.developerId, workspaceId, [...days.map(({ from }) => from), end]);
  return days.map((day, index) =>
    presentDay(
      { ...day, zone },
      sums.filter((sum) => sum.day === index),
    ),
  );
}

/**
 * What its owner's time went to today in the device's workspace, over all their devices there.
 * @throws AppError forbidden as getTrackingDevice
 */
export async function getStatusBar(editor: Editor, now: Date): Promise<StatusBar> {
  const zone = (await findTimeZone(editor.actor.developerId)) ?? DEFAULT_ZONE;
  const today = dayIn(zone, now);
  const [data] = await sumOfDays(editor, today, today, zone, now);
  if (!data) throw new Error("today is a day");
  return { data, cached_at: now.toISOString() };
}

/** The same for each day of a range. @throws AppError forbidden as getTrackingDevice */
export async function getSummaries(
  editor: Editor,
  { start, end }: SummaryRange,
  now: Date,
): Promise<EditorSummaries> {
  const zone = (await findTimeZone(editor.actor.developerId)) ?? DEFAULT_ZONE;
  const data = await sumOfDays(editor, start, end, zone, now);
  const seconds = data.reduce((sum, day) => sum + day.grand_total.total_seconds, 0);
  const { text, digital } = durationOf(seconds);
  return {
    data,
    cumulative_total: { seconds, text, digital },
    start: data[0]?.range.start ?? now.toISOString(),
    end: data.at(-1)?.range.end ?? now.toISOString(),
  };
}
