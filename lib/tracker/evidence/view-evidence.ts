import type { Actor } from "@/lib/access/actor";
import { authorise } from "@/lib/access/authorise";
import { OWN_TRACKER, permissionProblem, workspaceProblem } from "@/lib/access/scope/rules";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";
import { hasObject, presignGet } from "@/lib/platform/storage";
import { isStorageConfigured } from "@/lib/platform/storage-configured";
import { VIEW_URL_EXPIRES_IN_S } from "@/lib/tracker/evidence/limits";
import { maySeeOf } from "@/lib/tracker/evidence/rules";
import { EvidenceContentType, type EvidenceView } from "@/lib/tracker/evidence/schema";
import { type EvidenceInWorkspace, findEvidenceByRef, findSampleOf } from "@/lib/tracker/evidence/store";
import { recordView } from "@/lib/tracker/views/store";

async function mayView(actor: Actor, evidence: EvidenceInWorkspace): Promise<boolean> {
  const { tokenScope } = actor;
  const isOwn =
    evidence.developerId === actor.developerId && permissionProblem(tokenScope, OWN_TRACKER) === null;
  if (isOwn && workspaceProblem(tokenScope, evidence.workspaceId) === null) return true;
  if (evidence.isUnplaced) return false;
  return authorise(actor, evidence.workspaceId, "can_view_evidence").then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
}

/**
 * A short-lived URL to a checked screenshot, for its owner and for members with `can_view_evidence` in its project's
 * workspace; of a device that came from another workspace only once its sample says where it was taken. Every view is
 * recorded in that workspace's audit log, the owner's too.
 * @throws AppError not_found, the same if it does not exist, may not be seen, has private content, never arrived or was
 *   not what was announced; conflict while it is unchecked; not_configured if the storage was removed
 * @throws StoreError while the store is away: nobody sees it then, and no view is recorded
 */
export async function viewEvidence(actor: Actor, ref: string, now: Date): Promise<EvidenceView> {
  const notFound = new AppError("not_found", "Evidence not found");
  const evidence = await findEvidenceByRef(ref);
  if (!evidence || !(await mayView(actor, evidence))) throw notFound;
  const sample = await findSampleOf(db(), evidence);
  if (sample && !maySeeOf(sample)) throw notFound;
  if (evidence.status === "pending")
    throw new AppError("conflict", "The screenshot is not checked yet: try again in a minute");
  if (evidence.status !== "verified") throw notFound;
  if (!isStorageConfigured()) throw new AppError("not_configured", "Evidence storage is not configured");
  if (!(await hasObject(evidence.objectKey))) throw notFound;
  const contentType = EvidenceContentType.parse(evidence.contentType);
  const url = await presignGet(
    { key: evidence.objectKey, contentType, fileName: `${ref}.${contentType.replace("image/", "")}` },
    VIEW_URL_EXPIRES_IN_S,
    now,
  );
  const { developerId, workspaceId } = evidence;
  await recordView(db(), { developerId, viewerId: actor.developerId, workspaceId, kind: "evidence" }, now);
  const entry = {
    action: "evidence.viewed",
    target: { type: "evidence", id: evidence.id },
    after: { developer_id: evidence.developerId, device_id: evidence.deviceId, event_id: evidence.eventId },
  };
  await recordAudit(db(), { workspaceId: evidence.workspaceId, actor }, entry, now);
  return {
    evidence_ref: ref,
    event_id: evidence.eventId,
    device_id: evidence.deviceId,
    content_type: contentType,
    byte_size: evidence.byteSize,
    created_at: evidence.createdAt.toISOString(),
    url,
    expires_in_s: VIEW_URL_EXPIRES_IN_S,
  };
}
