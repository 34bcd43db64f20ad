import { isDeepStrictEqual } from "node:util";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { lockAccessShared } from "@/lib/access/store";
import { recordAudit } from "@/lib/audit/store";
import { orNotFound } from "@/lib/http/app-error";
import { type Prisma, transaction } from "@/lib/platform/database";
import { isPaused, replaceExcludedApps, replacePause } from "@/lib/tracker/capture/store";
import { getProjectTracker } from "@/lib/tracker/config/get-project-tracker";
import type { ProjectTracker, SetProjectTracker } from "@/lib/tracker/config/schema";
import { findProjectTracker, lockTrackedProject, updateProjectTracker } from "@/lib/tracker/config/store";
import { notifyOfScreenshots } from "@/lib/tracker/devices/notify-of-screenshots";
import { mergeSettings } from "@/lib/workspaces/rules";

type Shown = ProjectTracker;

const audited = (name: string, { enabled, config, paused_until }: Shown) => ({
  name,
  enabled,
  ...config,
  ...(config.paused ? { paused_until } : {}),
});

/**
 * Sets whether and how a project's devices capture. Exclusions and pauses apply from now on; screenshots start a day
 * after the devices' owners were notified.
 * @throws AppError not_found
 */
export async function setProjectTracker(
  scope: WorkspaceScope,
  projectId: string,
  body: SetProjectTracker,
  now: Date,
): Promise<Shown> {
  return transaction(async (tx) => {
    // A trigger reads the workspace when this is changed, with the project locked: the workspace comes first.
    if (body.enabled !== undefined) await lockAccessShared(tx, scope.workspaceId);
    await lockTrackedProject(tx, scope, projectId);
    const before = orNotFound(await findProjectTracker(tx, scope, projectId), "Project");
    const shown = await getProjectTracker(scope, projectId, now, tx);
    const flags = body.enabled === undefined ? {} : { tracker_enabled: body.enabled };
    const settings = mergeSettings(before.settings, flags);
    const subject = { projectId };
    if (body.config) {
      const { paused, ...config } = body.config;
      const excluded = [...new Set(config.excluded_bundle_ids)];
      const trackerConfig = { ...config, ...(excluded.length > 0 ? { excluded_bundle_ids: excluded } : {}) };
      await updateProjectTracker(tx, scope, projectId, { settings, trackerConfig });
      await replaceExcludedApps(tx, subject, excluded, now);
      if (paused !== undefined && paused !== (await isPaused(tx, subject, now))) {
        await replacePause(tx, subject, paused ? { until: null } : null, now);
      }
      await notifyOfScreenshots(tx, scope.workspaceId, subject, now);
    } else {
      const trackerConfig = before.trackerConfig as Prisma.InputJsonObject;
      await updateProjectTracker(tx, scope, projectId, { settings, trackerConfig });
    }
    const after = await getProjectTracker(scope, projectId, now, tx);
    const told = { before: audited(before.name, shown), after: audited(before.name, after) };
    if (isDeepStrictEqual(told.before, told.after)) return after;
    const entry = { action: "tracker.configured", target: { type: "project", id: projectId }, ...told };
    await recordAudit(tx, scope, entry, now);
    return after;
  });
}
