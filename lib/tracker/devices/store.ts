import type { Position } from "@/lib/http/paging";
import { type Db, db, Prisma, runPrepared } from "@/lib/platform/database";

export type ProjectAccess = {
  projectId: string;
  workspaceId: string;
  workspaceSettings: unknown;
  projectSettings: unknown;
  projectConfig: unknown;
};

export type OwnDevice = {
  id: string;
  developerId: string;
  projectId: string;
  workspaceId: string;
  serverSeq: number;
  lastSeenAt: Date | null;
  /** Whether the developer still belongs to the device's project and to its active workspace. */
  isMember: boolean;
  workspaceSettings: unknown;
  projectSettings: unknown;
  projectConfig: unknown;
  deviceConfig: unknown;
  /** What the workspace, and the developer, have taken out of samples. */
  workspaceRules: unknown;
  ownSealed: string | null;
};

type AccessRow = {
  project_id: string;
  workspace_id: string;
  workspace_settings: unknown;
  project_settings: unknown;
  project_config: unknown;
};

/** Active members of an active project in an active workspace, in which they are active too. */
const MEMBERSHIP = Prisma.sql`
  project p
  JOIN workspace w ON w.id = p.workspace_id AND w.is_active
  JOIN workspace_member wm ON wm.workspace_id = w.id AND wm.status = 'active'
  JOIN project_member pm ON pm.project_id = p.id AND pm.developer_id = wm.developer_id`;

/** What decides whether a developer may track on a project; null when they are no member of it. */
export async function findProjectAccess(
  developerId: string,
  projectId: string,
): Promise<ProjectAccess | null> {
  const [row] = await db().$queryRaw<AccessRow[]>`
    SELECT p.id::text AS project_id, w.id::text AS workspace_id, w.settings AS workspace_settings,
           p.settings AS project_settings, p.tracker_config AS project_config
    FROM ${MEMBERSHIP}
    WHERE p.id = ${projectId}::uuid AND p.is_active AND pm.developer_id = ${developerId}::uuid`;
  if (!row) return null;
  return {
    projectId: row.project_id,
    workspaceId: row.workspace_id,
    workspaceSettings: row.workspace_settings,
    projectSettings: row.project_settings,
    projectConfig: row.project_config,
  };
}

/** Projects that a developer is a member of and that are tracked, by name; with `workspaceId`, those of one workspace. */
export async function listTrackedProjects(
  developerId: string,
  workspaceId: string | null,
): Promise<{ id: string; name: string; slug: string }[]> {
  return db().$queryRaw`
    SELECT p.id::text, p.name, p.slug
    FROM ${MEMBERSHIP}
    WHERE pm.developer_id = ${developerId}::uuid AND p.is_active
      AND (${workspaceId}::uuid IS NULL OR w.id = ${workspaceId}::uuid)
      AND coalesce(w.settings->'tracker_enabled', 'null') <> 'false'
      AND coalesce(p.settings->'tracker_enabled', w.settings->'tracker_enabled', 'null') = 'true'
    ORDER BY p.name, p.id`;
}

/** Whether a device is enrolled on a project of a workspace. */
export async function isDeviceIn(tx: Db, workspaceId: string, deviceId: string): Promise<boolean> {
  return (await tx.trackerDevice.count({ where: { id: deviceId, project: { workspaceId } } })) > 0;
}

/** The workspace that a device is enrolled in, whoever's it is; null for an unknown one. */
export async function workspaceOfDevice(tx: Db, deviceId: string): Promise<string | null> {
  const row = await tx.trackerDevice.findUnique({
    where: { id: deviceId },
    select: { project: { select: { workspaceId: true } } },
  });
  return row?.project.workspaceId ?? null;
}

/**
 * Enrols a device, or re-points it, by statements that two clients can't race, and keeps which project it was bound to
 * until now: samples of that time may still come.
 * @returns its own configuration, or null when the device belongs to another developer
 */
export async function upsertDevice(
  tx: Db,
  device: { id: string; developerId: string; projectId: string; name: string | null; platform: string },
  now: Date,
): Promise<{ config: unknown } | null> {
  await tx.$executeRaw`
    WITH before AS (
      SELECT id, project_id FROM tracker_device
      WHERE id = ${device.id}::uuid AND developer_id = ${device.developerId}::uuid FOR UPDATE
    )
    INSERT INTO tracker_past_binding (device_id, until, project_id)
    SELECT id, ${now}::timestamptz, project_id FROM before WHERE project_id <> ${device.projectId}::uuid
    -- Of two within a millisecond the first is what it was bound to before.
    ON CONFLICT (device_id, until) DO NOTHING`;
  const [row] = await tx.$queryRaw<{ config: unknown }[]>`
    INSERT INTO tracker_device AS d (id, developer_id, project_id, name, platform, enrolled_at)
    VALUES (${device.id}::uuid, ${device.developerId}::uuid, ${device.projectId}::uuid, ${device.name},
            ${device.platform}, ${now}::timestamptz)
    ON CONFLICT (id) DO UPDATE SET project_id = excluded.project_id, platform = excluded.platform,
      name = coalesce(excluded.name, d.name), enrolled_at = excluded.enrolled_at
      WHERE d.developer_id = excluded.developer_id
    RETURNING d.config`;
  return row ?? null;
}

type DeviceRow = AccessRow & {
  id: string;
  developer_id: string;
  server_seq: string | null;
  last_seen_at: Date | null;
  device_config: unknown;
  workspace_rules: unknown;
  own_sealed: string | null;
  is_member: boolean;
};

/** One of a developer's own devices with everything its configuration is made of; null for anyone else's. */
export async function findOwnDevice(developerId: string, deviceId: string): Promise<OwnDevice | null> {
  const statement = Prisma.sql`
    SELECT d.id, d.developer_id, d.server_seq, d.last_seen_at, d.config AS device_config,
           p.id AS project_id, w.id AS workspace_id, w.settings AS workspace_settings,
           p.settings AS project_settings, p.tracker_config AS project_config,
           (SELECT rules FROM tracker_workspace_redaction r WHERE r.workspace_id = w.id) AS workspace_rules,
           (SELECT sealed FROM tracker_own_redaction r WHERE r.developer_id = d.developer_id) AS own_sealed,
           (w.is_active AND p.is_active AND EXISTS (
              SELECT 1 FROM workspace_member wm
              JOIN project_member pm ON pm.developer_id = wm.developer_id AND pm.project_id = p.id
              WHERE wm.workspace_id = w.id AND wm.developer_id = d.developer_id AND wm.status = 'active'
           )) AS is_member
    FROM tracker_device d
    JOIN project p ON p.id = d.project_id
    JOIN workspace w ON w.id = p.workspace_id
    WHERE d.id = ${deviceId}::uuid AND d.developer_id = ${developerId}::uuid`;
  const [row] = await runPrepared<DeviceRow>("tracker.find-own-device", statement);
  if (!row) return null;
  return {
    id: row.id,
    developerId: row.developer_id,
    projectId: row.project_id,
    workspaceId: row.workspace_id,
    serverSeq: Number(row.server_seq ?? 0),
    lastSeenAt: row.last_seen_at,
    isMember: row.is_member,
    workspaceSettings: row.workspace_settings,
    projectSettings: row.project_settings,
    projectConfig: row.project_config,
    deviceConfig: row.device_config,
    workspaceRules: row.workspace_rules,
    ownSealed: row.own_sealed,
  };
}

/**
 * Notes that a device was heard of. The time may be lost when the database crashes within a second, and the next heartbeat
 * brings a newer one: nobody waits for it to reach the disk.
 */
export async function touchDevice(deviceId: string, now: Date): Promise<void> {
  const statement = Prisma.sql`
    UPDATE tracker_device d SET last_seen_at = ${now}::timestamptz
    FROM (SELECT set_config('synchronous_commit', 'off', true)) AS unhurried
    WHERE d.id = ${deviceId}::uuid`;
  await runPrepared("tracker.touch-device", statement);
}

/**
 * A developer's devices with the project each is bound to, newest enrolment first; with `workspaceId`, those of one
 * workspace.
 */
export async function listDevices(
  developerId: string,
  workspaceId: string | null,
  limit: number,
  after: Position | null,
) {
  return db().trackerDevice.findMany({
    where: {
      developerId,
      ...(workspaceId === null ? {} : { project: { workspaceId } }),
      ...(after
        ? { OR: [{ enrolledAt: { lt: after.at } }, { enrolledAt: after.at, id: { lt: after.id } }] }
        : {}),
    },
    include: { project: { select: { name: true, workspaceId: true } } },
    orderBy: [{ enrolledAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}
