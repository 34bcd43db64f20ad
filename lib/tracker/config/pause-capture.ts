import type { WorkspaceScope } from "@/lib/access/authorise";
import { type AuditEntry, recordAudits } from "@/lib/audit/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { type Db, transaction } from "@/lib/platform/database";
import { checkUntil } from "@/lib/tracker/capture/check-until";
import { replacePause, type Subject } from "@/lib/tracker/capture/store";
import type { PauseCapture, PausedCapture } from "@/lib/tracker/config/schema";
import {
  countDevices,
  findProjectTracker,
  lockDevices,
  lockTrackedProject,
} from "@/lib/tracker/config/store";

type Body = PauseCapture;
type Named = { subject: Subject; target: AuditEntry["target"]; about: Record<string, string | null> };

/** What a request pauses or resumes, and how many devices that affects. @throws AppError not_found */
async function namedBy(
  tx: Db,
  scope: WorkspaceScope,
  { project_id: projectId, device_ids: deviceIds }: Body,
): Promise<{ named: Named[]; devices: number }> {
  const { workspaceId } = scope;
  if (deviceIds) {
    const rows = await lockDevices(tx, scope, deviceIds);
    if (rows.length < deviceIds.length) throw new AppError("not_found", "Device not found");
    const named = rows.map(({ id, name, developerId }) => ({
      subject: { deviceId: id },
      target: { type: "tracker_device", id },
      about: { name, developer_id: developerId },
    }));
    return { named, devices: rows.length };
  }
  if (projectId) {
    await lockTrackedProject(tx, scope, projectId);
    const project = orNotFound(await findProjectTracker(tx, scope, projectId), "Project");
    const target = { type: "project", id: project.id };
    const named = [{ subject: { projectId: project.id }, target, about: { name: project.name } }];
    return { named, devices: await countDevices(tx, scope, project.id) };
  }
  const target = { type: "workspace", id: workspaceId };
  return {
    named: [{ subject: { workspaceId }, target, about: {} }],
    devices: await countDevices(tx, scope, null),
  };
}

/**
 * Pauses or resumes capturing for the whole workspace, a project or devices. Each has its own pause: resuming a project
 * ends only the project's pause, not the workspace's, nor one that people set for themselves.
 * @throws AppError not_found if one does not belong to the workspace, in which case nothing has changed; invalid for an
 *   end in the past
 */
export async function pauseCapture(scope: WorkspaceScope, body: Body, now: Date): Promise<PausedCapture> {
  const until = checkUntil(body.paused, body.until, now);
  return transaction(async (tx) => {
    const { named, devices } = await namedBy(tx, scope, body);
    for (const { subject } of named) await replacePause(tx, subject, body.paused ? { until } : null, now);
    const entries = named.map(({ target, about }) => ({
      workspaceId: scope.workspaceId,
      action: body.paused ? "tracker.paused" : "tracker.resumed",
      target,
      after: { ...about, ...(body.paused ? { until: until?.toISOString() ?? null } : {}) },
    }));
    await recordAudits(tx, scope.actor, entries, now);
    return { devices };
  });
}
