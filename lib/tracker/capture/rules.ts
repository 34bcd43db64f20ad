import { workClock } from "@/lib/tracker/hours/rules";
import type { WorkingStretch } from "@/lib/tracker/hours/schema";

/*
 * What is not captured of a device, and when: pauses, excluded apps and hours off are kept as stretches of time, because
 * samples come days after they were taken. Instants are in ms since 1970; the end of a stretch is not part of it.
 */

/** Who set a stop: whoever manages the workspace, the project or the device, or the device's owner. */
type StoppedBy = "workspace" | "project" | "device" | "owner";

/** A time in which nothing is captured of a workspace, project or device, or nothing of one app. */
export type Stop = { by: StoppedBy; of: string; app: string | null; since: number; until: number | null };

/** A person's working hours, and when they were in force. */
type HoursInForce = { zone: string; hours: WorkingStretch[]; since: number; until: number | null };

/** The project that a device is bound to. Of one that is gone the workspace is not known. */
export type Bound = { projectId: string; workspaceId: string | null };

/** Everything that decides what of a device is captured. `past` is what it was bound to before, the oldest first. */
export type Capture = {
  bound: Bound;
  past: readonly (Bound & { until: number })[];
  stops: readonly Stop[];
  hours: readonly HoursInForce[];
};

type InForce = { since: number; until: number | null };

const isInForce = ({ since, until }: InForce, at: number) => since <= at && (until === null || at < until);

/** What a device was bound to at an instant. */
export function boundAt({ bound, past }: Pick<Capture, "bound" | "past">, at: number): Bound {
  return past.find(({ until }) => at < until) ?? bound;
}

function concerns({ by, of }: Stop, { projectId, workspaceId }: Bound): boolean {
  if (by === "workspace") return of === workspaceId;
  return by === "project" ? of === projectId : true;
}

/** The stops of every app that are in force at an instant. */
export function pausesAt(capture: Omit<Capture, "hours">, at: number): Stop[] {
  const bound = boundAt(capture, at);
  return capture.stops.filter((stop) => stop.app === null && isInForce(stop, at) && concerns(stop, bound));
}

/** Whether an instant lies in the person's working hours, as they were in force then; without any it always does. */
export function isWithinHours({ hours }: Pick<Capture, "hours">, at: number): boolean {
  const then = hours.find((each) => isInForce(each, at));
  return then === undefined || workClock(then.zone, then.hours)(at);
}

/**
 * Tells of a sample, by its time and app, whether it may be captured; null where all may. Names of apps are compared in any case: Windows
 * writes them in either.
 */
export function captureJudge(capture: Capture): ((at: number, app: string) => boolean) | null {
  const { stops, hours } = capture;
  if (stops.length === 0 && hours.length === 0) return null;
  const pauses = stops.filter(({ app }) => app === null);
  const byApp = new Map<string, Stop[]>();
  for (const stop of stops) {
    const app = stop.app?.toLowerCase();
    if (app !== undefined) byApp.set(app, [...(byApp.get(app) ?? []), stop]);
  }
  const clocks = hours.map((each) => ({ ...each, isWork: workClock(each.zone, each.hours) }));
  return (at, app) => {
    const bound = boundAt(capture, at);
    const covers = (stop: Stop) => isInForce(stop, at) && concerns(stop, bound);
    if (pauses.some(covers) || byApp.get(app.toLowerCase())?.some(covers)) return false;
    return clocks.find((each) => isInForce(each, at))?.isWork(at) ?? true;
  };
}
