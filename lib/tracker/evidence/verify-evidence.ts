import type { Actor } from "@/lib/access/actor";
import { workspaceProblem } from "@/lib/access/scope/rules";
import { AppError } from "@/lib/http/app-error";
import { checkLimits } from "@/lib/limits/check-limits";
import { db } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";
import { deleteObject } from "@/lib/platform/storage";
import { isStorageConfigured } from "@/lib/platform/storage-configured";
import { copyChecked } from "@/lib/platform/uploads";
import { SAMPLE_AWAITED_HOURS } from "@/lib/tracker/evidence/limits";
import { beginsLike, maySeeOf, uploadKey, verifiedKey } from "@/lib/tracker/evidence/rules";
import { EvidenceStatus, type VerifiedEvidence } from "@/lib/tracker/evidence/schema";
import {
  alignWithSamples,
  deleteEvidence,
  findEvidence,
  findEvidenceByRef,
  findSampleOf,
  settleEvidence,
} from "@/lib/tracker/evidence/store";

/**
 * Compares an upload with what was announced and saves the verdict. A valid upload is first copied, using the very
 * bytes that were checked, to a place that no client can write to; later uploads to its URL change nothing. A missing
 * upload is waited for until its URL has expired. Nothing is kept for a sample with private or personal content, nor, if
 * the store was away for long, without one that could have arrived meanwhile. Safe to run again at any point.
 * @returns when to run again, to delete the uploaded object once nobody can upload any more
 * @throws if the store can't be reached; the upload stays pending
 */
export async function verifyEvidence(id: string, now: Date): Promise<{ againAt: Date } | undefined> {
  const evidence = await findEvidence(id);
  if (!evidence) return undefined;
  const { ref, developerId, objectKey, verifyAt } = evidence;
  const mayStillCome = now < verifyAt;
  const sample = await findSampleOf(db(), evidence);
  const isSampleMissed = now.getTime() >= verifyAt.getTime() + SAMPLE_AWAITED_HOURS * HOUR_MS;
  if (sample ? !maySeeOf(sample) : isSampleMissed) {
    await deleteObject(uploadKey(developerId, ref));
    await deleteObject(verifiedKey(developerId, ref));
    if (mayStillCome) return { againAt: verifyAt };
    await deleteEvidence(id);
    return undefined;
  }
  if (sample) await alignWithSamples(evidence.deviceId, [evidence.eventId]);
  if (evidence.status === "pending") {
    const key = verifiedKey(developerId, ref);
    const verdict = await copyChecked(evidence, key, beginsLike);
    if (verdict !== "missing" || !mayStillCome) {
      await settleEvidence(id, verdict, verdict === "verified" ? key : objectKey, now);
    }
  }
  if (mayStillCome) return { againAt: verifyAt };
  await deleteObject(uploadKey(developerId, ref));
  if (evidence.status !== "verified") await deleteObject(objectKey);
  return undefined;
}

/**
 * Checks one of the actor's own uploads at once, so that it can be viewed. A verdict is final: other bytes need another
 * presign.
 * @throws AppError not_found, the same for a missing upload and somebody else's; not_configured, too_many_requests
 */
export async function verifyOwnEvidence(actor: Actor, ref: string, now: Date): Promise<VerifiedEvidence> {
  const evidence = await findEvidenceByRef(ref);
  const isOwn = evidence?.developerId === actor.developerId;
  if (!evidence || !isOwn || workspaceProblem(actor.tokenScope, evidence.workspaceId) !== null) {
    throw new AppError("not_found", "Evidence not found");
  }
  if (!isStorageConfigured()) throw new AppError("not_configured", "Evidence storage is not configured");
  if (evidence.status === "pending") {
    await checkLimits([{ limit: "evidence_checks_per_device", key: evidence.deviceId }], now);
    await verifyEvidence(evidence.id, now);
  }
  const { status } = (await findEvidence(evidence.id)) ?? evidence;
  return { evidence_ref: ref, status: EvidenceStatus.parse(status) };
}
