import type { Actor } from "@/lib/access/actor";
import { AppError } from "@/lib/http/app-error";
import { enqueue } from "@/lib/jobs/enqueue";
import { checkLimits } from "@/lib/limits/check-limits";
import { randomBase62 } from "@/lib/platform/crypto";
import { transaction } from "@/lib/platform/database";
import { presignPut } from "@/lib/platform/storage";
import { isStorageConfigured } from "@/lib/platform/storage-configured";
import { getTrackingDevice } from "@/lib/tracker/devices/get-own-device";
import { verifyEvidenceJob } from "@/lib/tracker/evidence/jobs";
import {
  EVIDENCE_REF_RANDOM_CHARS,
  UPLOAD_ENDED_S,
  UPLOAD_URL_EXPIRES_IN_S,
} from "@/lib/tracker/evidence/limits";
import { maySeeOf, uploadKey } from "@/lib/tracker/evidence/rules";
import type { PresignEvidence, PresignedEvidence } from "@/lib/tracker/evidence/schema";
import { findSampleOf, insertEvidence } from "@/lib/tracker/evidence/store";
import { refusalsOf } from "@/lib/tracker/ingest/rules";

/**
 * Returns an upload URL for one screenshot of one event, and schedules its check. Each request for the same event gives
 * a new reference, for clients that lost the response or whose URL expired; the event then names the one that counts.
 * @throws AppError not_configured without storage (checked before the device's policy), not_found `Device not
 *   enrolled`, forbidden as getTrackingDevice, conflict if the device takes no screenshots, is paused, or the event has
 *   private or personal content or would be refused now, too_many_requests
 */
export async function presignEvidence(
  actor: Actor,
  deviceId: string,
  body: PresignEvidence,
  now: Date,
): Promise<PresignedEvidence> {
  if (!isStorageConfigured()) throw new AppError("not_configured", "Evidence storage is not configured");
  const device = await getTrackingDevice(actor, deviceId, now);
  if (device.config.screenshot_policy === "off") {
    const begin = device.screenshotsFrom?.toISOString();
    throw new AppError(
      "conflict",
      begin === undefined
        ? "Screenshots are switched off for this device"
        : `Screenshots of this device begin at ${begin}, a day after its owner was told`,
    );
  }
  if (device.config.paused) {
    throw new AppError("conflict", "The device is paused or outside working hours: nothing is captured");
  }
  await checkLimits([{ limit: "evidence_presigns_per_device", key: device.id }], now);
  const ref = `ev_${randomBase62(EVIDENCE_REF_RANDOM_CHARS)}`;
  const objectKey = uploadKey(device.developerId, ref);
  const { event_id: eventId, content_type: contentType, byte_size: byteSize, sha256 } = body;
  const upload = await presignPut({ key: objectKey, contentType, byteSize }, UPLOAD_URL_EXPIRES_IN_S, now);
  const refuse = refusalsOf(device, actor.tokenScope);
  await transaction(async (tx) => {
    const sample = await findSampleOf(tx, { developerId: device.developerId, deviceId: device.id, eventId });
    const id = await insertEvidence(tx, {
      ref,
      deviceId: device.id,
      developerId: device.developerId,
      projectId: device.projectId,
      eventId,
      objectKey,
      contentType,
      byteSize,
      sha256,
      verifyAt: new Date(now.getTime() + UPLOAD_ENDED_S * 1000),
      createdAt: now,
      takenAt: sample?.ts ?? now,
    });
    if (sample && !maySeeOf(sample)) {
      throw new AppError("conflict", "This event is private or personal: no screenshot of it is kept");
    }
    if (sample && refuse?.(sample.ts.getTime(), sample.bundleId)) {
      throw new AppError("conflict", "Nothing may be added to what was recorded then");
    }
    await enqueue(tx, verifyEvidenceJob, { evidence_id: id }, now);
  });
  return {
    evidence_ref: ref,
    upload_url: upload.url,
    upload_headers: upload.headers,
    expires_in_s: UPLOAD_URL_EXPIRES_IN_S,
  };
}
