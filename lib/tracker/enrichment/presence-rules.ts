import { named } from "@/lib/tracker/enrichment/identity-rules";
import { INPUT_PER_MINUTE_MIN } from "@/lib/tracker/enrichment/limits";
import type { Sample } from "@/lib/tracker/enrichment/sample";

/** How strongly a sample shows that somebody was there, from the most to the least. */
const PRESENCES = ["input", "call", "unknown", "no_input", "locked"] as const;
export type Presence = (typeof PRESENCES)[number];

const RANK_OF: ReadonlyMap<Presence, number> = new Map(PRESENCES.map((presence, rank) => [presence, rank]));

/** 0 for the strongest presence. */
export function rankOf(presence: Presence): number {
  return RANK_OF.get(presence) ?? PRESENCES.length;
}

type Seen = Pick<Sample, "inputEvents" | "intervalS" | "inCall" | "callApp" | "appName" | "bundleId">;

/** Whether the app in front is the one the call is in. If the call's app is unknown, any communication app may be. */
function isCallsApp(sample: Seen, category: string): boolean {
  if (category === "comm.meeting") return true;
  const callApp = named(sample.callApp ?? "").name;
  if (callApp) return [sample.appName, sample.bundleId].some((name) => named(name).name === callApp);
  return category.startsWith("comm.");
}

/**
 * Ranks samples of one moment over all of a person's devices: input in an app other than the call's > call > unknown (a
 * client that doesn't count input) > no input > locked. So someone who codes during a call is coding, and someone who
 * listens is in the meeting, even with a locked computer beside them.
 * @param category by the rules alone, ignoring calls
 */
export function presenceOf(sample: Seen, category: string): Presence {
  const { inputEvents, intervalS, inCall } = sample;
  const isLocked = category === "idle";
  const isAtWork = inputEvents !== null && inputEvents * 60 >= INPUT_PER_MINUTE_MIN * intervalS;
  if (isAtWork && !isLocked && !(inCall && isCallsApp(sample, category))) return "input";
  if (inCall) return "call";
  if (isLocked) return "locked";
  return inputEvents === null ? "unknown" : "no_input";
}
