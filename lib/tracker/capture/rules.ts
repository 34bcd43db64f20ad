import { workClock } from "@/lib/tracker/hours/rules";
import type { WorkingStretch } from "@/lib/tracker/hours/schema";

/*
 * What is not captured on a device, and when: pauses, excluded apps and hours off. They are kept as stretches of time,
 * because samples may arrive days after they were taken. Instants are in ms since 1970; ends are exclusive.
 */

/** Who set a stop: whoever manages the workspace, the project or the device, or the device's owner. */
type StoppedBy = "workspace" | "project" | "device" | "owner";

/** A time in which nothing, or nothing of one app, is captured for a workspace, project or device. */
export type Stop = { by: StoppedBy; of: string; app: string | null; since: number; until: number | null };

/** A person's working hours, and when they were in force. */
type HoursInForce = { zone: string; hours: WorkingStretch[]; since: number; until: number | null };

/**
 * The project that a device is bound to. The workspace is null if the project was deleted.
 * @property hasLeft set if the device's owner has left the workspace since: nothing is added there any more
 */
export type Bound = { projectId: string; workspaceId: string | null; hasLeft?: boolean };

/** Everything that decides what is captured on a device. `past` lists earlier bindings, the oldest first. */
export type Capture = {
  bound: Bound;
  past: readonly (Bound & { until: number })[];
  stops: readonly Stop[];
  hours: readonly HoursInForce[];
};

type InForce = { since: number; until: number | null };

const isInForce = ({ since, until }: InForce, at: number) => since <= at && (until === null || at < until);

/** The project that a device was bound to at an instant. */
export function boundAt({ bound, past }: Pick<Capture, "bound" | "past">, at: number): Bound {
  return past.find(({ until }) => at < until) ?? bound;
}

function concerns({ by, of }: Stop, { projectId, workspaceId }: Bound): boolean {
  if (by === "workspace") return of === workspaceId;
  return by === "project" ? of === projectId : true;
}

/** The pauses that are in force at an instant: stops that concern every app. */
export function pausesAt(capture: Omit<Capture, "hours">, at: number): Stop[] {
  const bound = boundAt(capture, at);
  return capture.stops.filter((stop) => stop.app === null && isInForce(stop, at) && concerns(stop, bound));
}

/** Whether an instant lies in the working hours in force at that time; true if there were none. */
export function isWithinHours({ hours }: Pick<Capture, "hours">, at: number): boolean {
  const then = hours.find((each) => isInForce(each, at));
  return then === undefined || workClock(then.zone, then.hours)(at);
}

/**
 * Returns a function that says whether a sample may be captured, from its time (in ms since 1970) and app. Null if
 * everything may be captured. Apps' names are compared ignoring case, because Windows reports them in either.
 */
export function captureJudge(capture: Capture): ((at: number, app: string) => boolean) | null {
  const { stops, hours, past } = capture;
  if (stops.length === 0 && hours.length === 0 && !past.some(({ hasLeft }) => hasLeft)) return null;
  const pauses = stops.filter(({ app }) => app === null);
  const byApp = new Map<string, Stop[]>();
  for (const stop of stops) {
    const app = stop.app?.toLowerCase();
    if (app !== undefined) byApp.set(app, [...(byApp.get(app) ?? []), stop]);
  }
  const clocks = hours.map((each) => ({ ...each, isWork: workClock(each.zone, each.hours) }));
  return (at, app) => {
    const bound = boundAt(capture, at);
    if (bound.hasLeft) return false;
    const covers = (stop: Stop) => isInForce(stop, at) && concerns(stop, bound);
    if (pauses.some(covers) || byApp.get(app.toLowerCase())?.some(covers)) return false;
    return clocks.find((each) => isInForce(each, at))?.isWork(at) ?? true;
  };
}
