import { AppError } from "@/lib/http/app-error";
import { checkLimits } from "@/lib/limits/check-limits";
import { countEvents } from "@/lib/platform/metrics";
import { getTrackingDevice } from "@/lib/tracker/devices/get-own-device";
import type { Editor } from "@/lib/tracker/editors/authenticate-editor";
import { type HeartbeatVerdict, judgeHeartbeat, refusalText } from "@/lib/tracker/editors/rules";
import type { Heartbeat, TakenHeartbeat } from "@/lib/tracker/editors/schema";
import { INTERVAL_S_MAX } from "@/lib/tracker/ingest/limits";
import { noteRejections } from "@/lib/tracker/ingest/note-rejections";
import { type Rejection, refusalsOf } from "@/lib/tracker/ingest/rules";
import { insertSamples } from "@/lib/tracker/ingest/store";
import { rulesByTime } from "@/lib/tracker/redaction/rules-in-force";

type Sent = {
  heartbeats: readonly unknown[];
  userAgent: string | null;
  mayBeUnstorable: boolean;
};

type Answer = [TakenHeartbeat | { error: string }, number];

/** Whether a heartbeat is refused. One that was stored before is not, even if it would be refused now. */
function isRefused({ refusal, event }: HeartbeatVerdict, known: ReadonlySet<string>): boolean {
  return refusal !== null && !(event !== null && known.has(event.event_id));
}

function answerOf(verdict: HeartbeatVerdict, known: ReadonlySet<string>): Answer {
  const { refusal, sent, event } = verdict;
  if (refusal !== null && (event === null || isRefused(verdict, known)))
    return [{ error: refusalText(refusal) }, 400];
  return [
    { data: { id: event.event_id, entity: sent.entity, type: sent.type ?? "file", time: sent.time } },
    201,
  ];
}

/**
 * Accepts heartbeats of editors by the same rules as batches of samples: each is checked separately, and duplicates are
 * accepted without being stored again. How long each covers is derived later.
 * @returns an answer for each, in their order
 * @throws AppError forbidden as getTrackingDevice, unauthenticated once the device is unenrolled, too_many_requests
 */
export async function ingestHeartbeats(
  { actor, deviceId }: Editor,
  { heartbeats, userAgent, mayBeUnstorable }: Sent,
  now: Date,
): Promise<{ responses: Answer[] }> {
  const device = await getTrackingDevice(actor, deviceId, now);
  await checkLimits(
    [
      // Counted separately from the batches of a client on the same device, which must not wait for the editors.
      { limit: "tracker_batches_per_device", key: `${device.id}:editors` },
      { limit: "tracker_batches_per_project", key: device.projectId },
      { limit: "tracker_events_per_project", key: device.projectId, weight: heartbeats.length },
    ],
    now,
  );
  const intervalS = Math.min(device.config.idle_threshold_s, INTERVAL_S_MAX);
  const by = { now, mayBeUnstorable, refuse: refusalsOf(device, null) };
  const verdicts = heartbeats.map((sent) => judgeHeartbeat(sent, intervalS, userAgent, by));
  const eventsOf = (isTaken: boolean) =>
    verdicts.flatMap(({ refusal, event }) => (event && (refusal === null) === isTaken ? [event] : []));
  const [valid, refused] = [eventsOf(true), eventsOf(false).map((event) => event.event_id)];
  const stored = await insertSamples(device, valid, rulesByTime(device), {
    skewS: null,
    refused,
    arePoints: true,
    now,
  });
  if (!stored) throw new AppError("unauthenticated", "Missing, invalid or revoked editor key");
  const known = new Set(stored.known);
  const rejected = verdicts.flatMap((verdict, index): Rejection[] => {
    const { refusal, event } = verdict;
    if (refusal === null || !isRefused(verdict, known)) return [];
    return [{ event_id: event?.event_id ?? null, index, reason: refusal.reason }];
  });
  if (rejected.length > 0) await noteRejections(device, rejected, { skewS: 0, lost: 0 }, now);
  const duplicates = heartbeats.length - stored.accepted - rejected.length;
  countEvents({ source: "tracker", accepted: stored.accepted, duplicates, rejected });
  return { responses: verdicts.map((verdict) => answerOf(verdict, known)) };
}

/**
 * The same for a single heartbeat.
 * @throws AppError also invalid, if it is refused
 */
export async function ingestHeartbeat(
  editor: Editor,
  heartbeat: Heartbeat,
  { userAgent, mayBeUnstorable }: Omit<Sent, "heartbeats">,
  now: Date,
): Promise<TakenHeartbeat> {
  const { responses } = await ingestHeartbeats(
    editor,
    { heartbeats: [heartbeat], userAgent, mayBeUnstorable },
    now,
  );
  const [answer] = responses[0] ?? [{ error: "Nothing was sent" }];
  if ("error" in answer) throw new AppError("invalid", answer.error);
  return answer;
}
