import { z } from "zod";
import type { Actor } from "@/lib/access/actor";
import { checkWorkspace } from "@/lib/access/scope/check-scope";
import { lockAccess } from "@/lib/access/store";
import { AppError } from "@/lib/http/app-error";
import { nameSession } from "@/lib/identity/sessions/name-session";
import { transaction } from "@/lib/platform/database";
import { getOwnDevice } from "@/lib/tracker/devices/get-own-device";
import { notifyOfScreenshots } from "@/lib/tracker/devices/notify-of-screenshots";
import { isTrackerEnabled } from "@/lib/tracker/devices/rules";
import type { EnrollDevice, EnrolledDevice } from "@/lib/tracker/devices/schema";
import { findEnrolment, findProjectAccess, noteFetchedEtag, upsertDevice } from "@/lib/tracker/devices/store";
import { checkPlan } from "@/lib/workspaces/plans/check-plan";

const Uuid = z.uuid();

/**
 * The project that a device is to be bound to, if the actor may use it.
 * @throws AppError forbidden if the actor's token does not cover it, they are no member of it (or it doesn't exist), or
 *   tracking is off for it
 */
export async function requireTrackedProject(actor: Actor, { project_id: id }: { project_id: string }) {
  const access = Uuid.safeParse(id).success ? await findProjectAccess(actor.developerId, id) : null;
  if (!access) throw new AppError("forbidden", "Permission denied");
  checkWorkspace(actor, access.workspaceId);
  if (!isTrackerEnabled(access.workspaceSettings, access.projectSettings)) {
    throw new AppError("forbidden", "Tracker is not enabled for this project");
  }
  return access;
}

/**
 * Binds a device to a project, or rebinds one of the actor's own. Creates no token.
 * @throws AppError forbidden as `requireTrackedProject`, and for a device of another developer; payment_required if the
 *   workspace's plan has no place left
 */
export async function enrollDevice(actor: Actor, body: EnrollDevice, now: Date): Promise<EnrolledDevice> {
  const access = await requireTrackedProject(actor, body);
  const values = {
    id: body.device_id,
    developerId: actor.developerId,
    projectId: access.projectId,
    name: body.name ?? null,
    platform: body.platform,
  };
  const notOwn = () => new AppError("forbidden", "Device belongs to another developer");
  await transaction(async (tx) => {
    // Locked before looking, so that a device that is enrolled twice at once takes one place of the plan.
    await lockAccess(tx, access.workspaceId);
    const before = await findEnrolment(tx, body.device_id);
    if (before && before.developerId !== actor.developerId) throw notOwn();
    if (!before?.isEnrolled || before.workspaceId !== access.workspaceId) {
      // A token for this workspace can't take a device away from another one.
      if (before) checkWorkspace(actor, before.workspaceId);
      await checkPlan(tx, access, "devices", now);
    }
    // Another person may have enrolled it in another workspace meanwhile.
    if (!(await upsertDevice(tx, values, now))) throw notOwn();
    if (body.name) await nameSession(tx, actor, body.name);
    await notifyOfScreenshots(tx, access.workspaceId, { deviceId: body.device_id }, now);
  });
  const { config } = await getOwnDevice(actor, body.device_id, now);
  await noteFetchedEtag(body.device_id, config.config_etag);
  return { device_id: body.device_id, project_id: access.projectId, config };
}
