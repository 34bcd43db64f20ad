import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Db, db, type Prisma } from "@/lib/platform/database";
import type { Stop } from "@/lib/tracker/capture/rules";

export type ProjectTrackerRow = {
  id: string;
  name: string;
  settings: unknown;
  trackerConfig: unknown;
  workspaceSettings: unknown;
  /** The pauses of the whole project and of its workspace. */
  stops: Stop[];
  /**
   * When the screenshots start that the owners of its devices were last notified about; null if there was no such
   * notice.
   */
  screenshotsFrom: Date | null;
};

/** A project's tracker settings; null if it is unknown or belongs to another workspace. */
export async function findProjectTracker(
  tx: Db,
  scope: WorkspaceScope,
  projectId: string,
): Promise<ProjectTrackerRow | null> {
  const { workspaceId } = scope;
  const row = await tx.project.findFirst({
    where: { id: projectId, workspaceId },
    select: {
      id: true,
      name: true,
      settings: true,
      trackerConfig: true,
      workspace: { select: { settings: true } },
    },
  });
  if (!row) return null;
  const stops = await tx.trackerStop.findMany({
    where: { OR: [{ projectId }, { workspaceId }], bundleId: null, isOff: false },
  });
  const [told] = await tx.$queryRaw<{ from: Date | null }[]>`
    SELECT max((screenshots->>'from')::timestamptz) AS "from" FROM tracker_device
    WHERE project_id = ${projectId}::uuid AND unenrolled_at IS NULL AND screenshots->>'policy' <> screenshots->>'before'`;
  const { workspace, ...project } = row;
  return {
    ...project,
    workspaceSettings: workspace.settings,
    stops: stops.map((stop) => ({
      by: stop.projectId ? "project" : "workspace",
      of: stop.projectId ?? workspaceId,
      app: null,
      since: stop.since.getTime(),
      until: stop.until?.getTime() ?? null,
    })),
    screenshotsFrom: told?.from ?? null,
  };
}

/** Locks a project of the scope's workspace until the transaction ends. */
export async function lockTrackedProject(tx: Db, scope: WorkspaceScope, projectId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM project WHERE id = ${projectId}::uuid AND workspace_id = ${scope.workspaceId}::uuid
    FOR NO KEY UPDATE`;
}

/** Changes a project's tracker settings. */
export async function updateProjectTracker(
  tx: Db,
  scope: WorkspaceScope,
  projectId: string,
  data: { settings: Prisma.InputJsonObject; trackerConfig: Prisma.InputJsonObject },
): Promise<void> {
  await tx.project.update({ where: { id: projectId, workspaceId: scope.workspaceId }, data });
}

export type NamedDevice = { id: string; developerId: string; name: string | null; config: Prisma.JsonValue };

/**
 * Those of the given devices that are enrolled in the scope's workspace, by id, and locked in this order until the
 * transaction ends.
 */
export async function lockDevices(
  tx: Db,
  scope: WorkspaceScope,
  ids: readonly string[],
): Promise<NamedDevice[]> {
  return tx.$queryRaw<NamedDevice[]>`
    SELECT d.id::text, d.developer_id::text AS "developerId", d.name, d.config
    FROM tracker_device d JOIN project p ON p.id = d.project_id
    WHERE d.id = ANY(${[...ids]}::uuid[]) AND p.workspace_id = ${scope.workspaceId}::uuid AND d.unenrolled_at IS NULL
    ORDER BY d.id FOR NO KEY UPDATE OF d`;
}

/** How many devices are enrolled in the scope's workspace, or for one of its projects. */
export async function countDevices(tx: Db, scope: WorkspaceScope, projectId: string | null): Promise<number> {
  return tx.trackerDevice.count({
    where: {
      unenrolledAt: null,
      project: { workspaceId: scope.workspaceId, ...(projectId === null ? {} : { id: projectId }) },
    },
  });
}

/** Changes the settings of a single device; the caller has locked it. */
export async function updateDeviceConfig(
  tx: Db,
  scope: WorkspaceScope,
  deviceId: string,
  config: Prisma.InputJsonObject,
): Promise<void> {
  const where = { id: deviceId, project: { workspaceId: scope.workspaceId } };
  await tx.trackerDevice.updateMany({ where, data: { config } });
}

export type RejectionCount = { deviceId: string; reason: string; count: number };

/** How many samples from devices of the scope's workspace were rejected since `since`, by reason. */
export async function countRejections(
  scope: WorkspaceScope,
  deviceIds: readonly string[],
  since: Date,
): Promise<RejectionCount[]> {
  return db().$queryRaw<RejectionCount[]>`
    SELECT r.device_id::text AS "deviceId", r.reason, sum(r.count)::int AS count
    FROM tracker_rejection r
    JOIN tracker_device d ON d.id = r.device_id
    JOIN project p ON p.id = d.project_id AND p.workspace_id = ${scope.workspaceId}::uuid
    WHERE r.device_id = ANY(${[...deviceIds]}::uuid[]) AND r.hour > ${since}::timestamptz
    GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2`;
}
