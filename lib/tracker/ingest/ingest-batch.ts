import type { Actor } from "@/lib/access/actor";
import { AppError } from "@/lib/http/app-error";
import { checkLimits } from "@/lib/limits/check-limits";
import { countEvents } from "@/lib/platform/metrics";
import { getTrackingDevice } from "@/lib/tracker/devices/get-own-device";
import { dropEvidenceOfErased, dropEvidenceOfEvents } from "@/lib/tracker/evidence/drop-evidence";
import { alignWithSamples } from "@/lib/tracker/evidence/store";
import { noteRejections } from "@/lib/tracker/ingest/note-rejections";
import {
  clockSkewS,
  idsToAsk,
  judgeEvents,
  lostToClock,
  notCaptured,
  refusalsOf,
  withoutDuplicates,
} from "@/lib/tracker/ingest/rules";
import type { BatchResult, EventBatch } from "@/lib/tracker/ingest/schema";
import { insertSamples } from "@/lib/tracker/ingest/store";
import { rulesByTime } from "@/lib/tracker/redaction/rules-in-force";

/**
 * Accepts a batch of samples: append-only, idempotent by (device, event_id), partially successful (requirements, "Batch
 * rules"). Checks run in the order device → limits → events.
 * @throws AppError not_found, forbidden, too_many_requests; never because of a single event
 */
export async function ingestBatch(
  actor: Actor,
  batch: EventBatch,
  mayBeUnstorable: boolean,
  now: Date,
): Promise<BatchResult> {
  const device = await getTrackingDevice(actor, batch.device_id, now);
  await checkLimits(
    [
      { limit: "tracker_batches_per_device", key: device.id },
      { limit: "tracker_batches_per_project", key: device.projectId },
      { limit: "tracker_events_per_project", key: device.projectId, weight: batch.events.length },
    ],
    now,
  );
  const refuse = refusalsOf(device, actor.tokenScope);
  const { valid, rejected: judged } = judgeEvents(batch.events, now, mayBeUnstorable, refuse);
  const skewS = clockSkewS(batch.sent_at, now);
  const refused = idsToAsk(judged);
  const stored = await insertSamples(device, valid, rulesByTime(device), { skewS, refused, now });
  if (!stored) throw new AppError("not_found", "Device not enrolled");
  const ids = valid.map((event) => event.event_id);
  if (stored.accepted < valid.length) await dropEvidenceOfErased(device.id, ids, now);
  const hasScreenshots = valid.some(({ evidence_ref }) => evidence_ref);
  if (hasScreenshots || device.past.length > 0) await alignWithSamples(device.id, ids);
  const rejected =
    refused.length > 0 ? withoutDuplicates(judged, new Set([...stored.known, ...ids])) : judged;
  if (rejected.length > 0) {
    const lost = lostToClock(batch.events, rejected, skewS, now);
    await noteRejections(device, rejected, { skewS, lost }, now);
    await dropEvidenceOfEvents(device.id, notCaptured(rejected), now);
  }
  const duplicates = batch.events.length - stored.accepted - rejected.length;
  countEvents({ source: "tracker", accepted: stored.accepted, duplicates, rejected });
  return {
    accepted: stored.accepted,
    duplicates,
    rejected,
    server_seq: stored.serverSeq,
    next_poll_after_s: device.config.sample_interval_s,
    config_etag: device.config.config_etag,
  };
}
