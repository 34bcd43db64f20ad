import type { WorkspaceScope } from "@/lib/access/authorise";
import type { Slice } from "@/lib/http/paging";
import { type Db, db, Prisma, runPrepared } from "@/lib/platform/database";
import { idsHolding } from "@/lib/platform/loose-sql";
import type { Capture } from "@/lib/tracker/capture/rules";
import type { Device } from "@/lib/tracker/devices/rules";
import type { Notice } from "@/lib/tracker/devices/screenshot-rules";

export type ProjectAccess = {
  projectId: string;
  workspaceId: string;
  workspaceSettings: unknown;
  projectSettings: unknown;
  projectConfig: unknown;
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

/** What decides whether a developer may track on a project; null if they are not a member of it. */
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

/** Whose a device is, the workspace of its project, and whether it is enrolled there now; null for an unknown one. */
export async function findEnrolment(
  tx: Db,
  deviceId: string,
): Promise<{ developerId: string; workspaceId: string; isEnrolled: boolean } | null> {
  const row = await tx.trackerDevice.findUnique({
    where: { id: deviceId },
    select: { developerId: true, unenrolledAt: true, project: { select: { workspaceId: true } } },
  });
  if (!row) return null;
  const { developerId, unenrolledAt, project } = row;
  return { developerId, workspaceId: project.workspaceId, isEnrolled: unenrolledAt === null };
}

/**
 * Enrols or rebinds a device, safely if two clients do so at once, and records its previous binding, because samples
 * from that time may still arrive. Unenrolling it ended that.
 * @returns false if the device belongs to another developer
 */
export async function upsertDevice(
  tx: Db,
  device: { id: string; developerId: string; projectId: string; name: string | null; platform: string },
  now: Date,
): Promise<boolean> {
  await tx.$executeRaw`
    WITH before AS (
      SELECT id, project_id, unenrolled_at FROM tracker_device
      WHERE id = ${device.id}::uuid AND developer_id = ${device.developerId}::uuid FOR UPDATE
    )
    INSERT INTO tracker_past_binding (device_id, until, project_id)
    SELECT id, coalesce(unenrolled_at, ${now}::timestamptz), project_id FROM before WHERE project_id <> ${device.projectId}::uuid
    -- Of two within a millisecond the first is what it was bound to before.
    ON CONFLICT (device_id, until) DO NOTHING`;
  // Settings that one workspace's managers made for a device don't apply in another.
  await tx.$executeRaw`
    UPDATE tracker_stop s SET until = ${now}::timestamptz
    FROM tracker_device d JOIN project old ON old.id = d.project_id
    JOIN project new ON new.id = ${device.projectId}::uuid AND new.workspace_id <> old.workspace_id
    WHERE d.id = ${device.id}::uuid AND d.developer_id = ${device.developerId}::uuid AND s.device_id = d.id
      AND NOT s.is_own AND (s.until IS NULL OR s.until > ${now}::timestamptz)`;
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO tracker_device AS d (id, developer_id, project_id, name, platform, enrolled_at)
    VALUES (${device.id}::uuid, ${device.developerId}::uuid, ${device.projectId}::uuid, ${device.name},
            ${device.platform}, ${now}::timestamptz)
    ON CONFLICT (id) DO UPDATE SET project_id = excluded.project_id, platform = excluded.platform,
      name = coalesce(excluded.name, d.name), enrolled_at = excluded.enrolled_at, unenrolled_at = NULL,
      -- Of screenshots for another project nobody was told yet.
      screenshots = CASE WHEN d.project_id = excluded.project_id THEN d.screenshots END,
      config = CASE WHEN (SELECT workspace_id FROM project WHERE id = d.project_id)
        = (SELECT workspace_id FROM project WHERE id = excluded.project_id) THEN d.config ELSE '{}' END
      WHERE d.developer_id = excluded.developer_id
    RETURNING d.id::text`;
  return row !== undefined;
}

type DeviceRow = Omit<Device, "serverSeq" | "bound" | "past" | "stops" | "hours"> & {
  serverSeq: string | null;
  past: Device["past"] | null;
  stops: Capture["stops"] | null;
  hours: Capture["hours"] | null;
};

/** The columns of a device and where they come from. Past settings that ended by `cutoff` are left out. */
const deviceSql = (cutoff: Date) => Prisma.sql`
  SELECT d.id, d.developer_id AS "developerId", who.name AS "developerName", d.name, d.platform,
    d.enrolled_at AS "enrolledAt", d.server_seq AS "serverSeq", d.last_seen_at AS "lastSeenAt",
    d.clock_skew_s AS "clockSkewS", d.fetched_etag AS "fetchedEtag",
    k.created_at AS "editorKeyAt", k.last_used_at AS "editorKeyUsedAt", d.screenshots, d.config AS "deviceConfig",
    p.id AS "projectId", p.name AS "projectName", w.id AS "workspaceId", w.settings AS "workspaceSettings",
    p.settings AS "projectSettings", p.tracker_config AS "projectConfig",
    (SELECT rules FROM tracker_workspace_redaction r WHERE r.workspace_id = w.id) AS "workspaceRules",
    (SELECT sealed FROM tracker_own_redaction r WHERE r.developer_id = d.developer_id) AS "ownSealed",
    (w.is_active AND p.is_active AND EXISTS (
      SELECT FROM workspace_member wm
      JOIN project_member pm ON pm.developer_id = wm.developer_id AND pm.project_id = p.id
      WHERE wm.workspace_id = w.id AND wm.developer_id = d.developer_id AND wm.status = 'active'
    )) AS "isMember",
    c.past, c.stops, c.hours
  FROM tracker_device d
  JOIN developer who ON who.id = d.developer_id
  JOIN project p ON p.id = d.project_id
  JOIN workspace w ON w.id = p.workspace_id
  LEFT JOIN tracker_editor_key k ON k.device_id = d.id
  CROSS JOIN LATERAL (
    SELECT earlier.past, (
        SELECT jsonb_agg(jsonb_build_object('by', s.by, 'of', s.of, 'app', s.bundle_id,
          'since', extract(epoch FROM s.since) * 1000, 'until', extract(epoch FROM s.until) * 1000))
        FROM (
          SELECT CASE WHEN is_own THEN 'owner' ELSE 'device' END AS by, device_id AS of, bundle_id, since, until
          FROM tracker_stop WHERE device_id = d.id
          UNION ALL
          SELECT 'project', project_id, bundle_id, since, until
          FROM tracker_stop WHERE project_id = ANY (p.id || earlier.projects)
            -- Whether tracking is off now is told by the settings.
            AND NOT (is_off AND until IS NULL AND project_id = p.id)
          UNION ALL
          SELECT 'workspace', workspace_id, bundle_id, since, until
          FROM tracker_stop WHERE workspace_id = ANY (w.id || earlier.workspaces)
        ) s WHERE s.until IS NULL OR s.until > ${cutoff}::timestamptz
      ) AS stops, (
        SELECT jsonb_agg(jsonb_build_object('zone', h.time_zone, 'hours', h.hours,
          'since', extract(epoch FROM h.since) * 1000, 'until', extract(epoch FROM h.until) * 1000))
        FROM tracker_working_hours h
        WHERE h.developer_id = d.developer_id AND (h.until IS NULL OR h.until > ${cutoff}::timestamptz)
      ) AS hours
    FROM (
      SELECT array_agg(b.project_id) AS projects, array_agg(bp.workspace_id) AS workspaces,
        jsonb_agg(jsonb_build_object('projectId', b.project_id, 'workspaceId', bp.workspace_id,
          'workspaceRules', br.rules, 'until', extract(epoch FROM b.until) * 1000,
          'hasLeft', bp.workspace_id IS NOT NULL AND NOT EXISTS (
            SELECT FROM workspace_member bm
            WHERE bm.workspace_id = bp.workspace_id AND bm.developer_id = d.developer_id AND bm.status = 'active'
          )) ORDER BY b.until) AS past
      FROM tracker_past_binding b LEFT JOIN project bp ON bp.id = b.project_id
      LEFT JOIN tracker_workspace_redaction br ON br.workspace_id = bp.workspace_id
      WHERE b.device_id = d.id AND b.until > ${cutoff}::timestamptz
    ) earlier
  ) c`;

function toDevice({ serverSeq, past, stops, hours, ...row }: DeviceRow): Device {
  return {
    ...row,
    serverSeq: Number(serverSeq ?? 0),
    bound: { projectId: row.projectId, workspaceId: row.workspaceId },
    past: past ?? [],
    stops: stops ?? [],
    hours: hours ?? [],
  };
}

/**
 * One of a developer's own devices; null for anyone else's, and for an unenrolled one.
 * @param cutoff past settings that ended by then are left out
 */
export async function findOwnDevice(
  developerId: string,
  deviceId: string,
  cutoff: Date,
): Promise<Device | null> {
  const statement = Prisma.sql`
    ${deviceSql(cutoff)}
    WHERE d.id = ${deviceId}::uuid AND d.developer_id = ${developerId}::uuid AND d.unenrolled_at IS NULL`;
  const [row] = await runPrepared<DeviceRow>("tracker.find-own-device", statement);
  return row ? toDevice(row) : null;
}

/**
 * The same, and records that the device reported; null also for one outside `workspaceId`. In one statement, because
 * devices report all the time. Committed asynchronously: if the database crashes within a second the time is lost, and
 * the next report brings a newer one.
 */
export async function findReportingDevice(
  { developerId, workspaceId }: { developerId: string; workspaceId: string | null },
  deviceId: string,
  cutoff: Date,
  now: Date,
): Promise<Device | null> {
  const statement = Prisma.sql`
    WITH touched AS (
      UPDATE tracker_device t SET last_seen_at = ${now}::timestamptz
      FROM (SELECT set_config('synchronous_commit', 'off', true)) AS unhurried
      WHERE t.id = ${deviceId}::uuid AND t.developer_id = ${developerId}::uuid AND t.unenrolled_at IS NULL
        AND (${workspaceId}::uuid IS NULL
          OR (SELECT workspace_id FROM project WHERE id = t.project_id) = ${workspaceId}::uuid)
      RETURNING t.id AS touched_id
    )
    ${deviceSql(cutoff)} JOIN touched ON touched_id = d.id`;
  const [row] = await runPrepared<DeviceRow>("tracker.find-reporting-device", statement);
  return row ? toDevice(row) : null;
}

/** Records which configuration a device was sent. */
export async function noteFetchedEtag(deviceId: string, etag: string): Promise<void> {
  await db().trackerDevice.updateMany({ where: { id: deviceId }, data: { fetchedEtag: etag } });
}

/**
 * A developer's devices, newest enrolment first; with `workspaceId`, those of one workspace. Past bindings are not
 * included.
 */
export async function listDevices(
  developerId: string,
  workspaceId: string | null,
  { limit, after, now }: Slice & { now: Date },
): Promise<Device[]> {
  const statement = Prisma.sql`
    ${deviceSql(now)}
    WHERE d.developer_id = ${developerId}::uuid AND d.unenrolled_at IS NULL
      AND (${workspaceId}::uuid IS NULL OR p.workspace_id = ${workspaceId}::uuid)
      AND (${after?.at ?? null}::timestamptz IS NULL
        OR (d.enrolled_at, d.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    ORDER BY d.enrolled_at DESC, d.id DESC LIMIT ${limit}`;
  const rows = await runPrepared<DeviceRow>("tracker.list-own-devices", statement);
  return rows.map(toDevice);
}

/** The same for a workspace's devices: everybody's, or those named. */
export async function listWorkspaceDevices(
  { workspaceId }: WorkspaceScope,
  named: { deviceId: string | null; projectId: string | null; developerId: string | null; search?: string },
  { limit, after, now }: Slice & { now: Date },
): Promise<Device[]> {
  const devices = Prisma.sql`
    tracker_device x JOIN project p ON p.id = x.project_id JOIN developer who ON who.id = x.developer_id
    WHERE p.workspace_id = ${workspaceId}::uuid AND x.unenrolled_at IS NULL`;
  const found = named.search
    ? await idsHolding(named.search, [Prisma.sql`x.name`, Prisma.sql`who.name`], devices)
    : null;
  const statement = Prisma.sql`
    ${deviceSql(now)}
    WHERE p.workspace_id = ${workspaceId}::uuid AND d.unenrolled_at IS NULL
      AND (${named.deviceId}::uuid IS NULL OR d.id = ${named.deviceId}::uuid)
      AND (${named.projectId}::uuid IS NULL OR d.project_id = ${named.projectId}::uuid)
      AND (${named.developerId}::uuid IS NULL OR d.developer_id = ${named.developerId}::uuid)
      AND (${found}::uuid[] IS NULL OR d.id = ANY (${found}::uuid[]))
      AND (${after?.at ?? null}::timestamptz IS NULL
        OR (d.enrolled_at, d.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    ORDER BY d.enrolled_at DESC, d.id DESC LIMIT ${limit}`;
  const rows = await runPrepared<DeviceRow>("tracker.list-workspace-devices", statement);
  return rows.map(toDevice);
}

/** All devices of a project, or one. */
export type DevicesNamed = { projectId: string } | { deviceId: string };

type ScreenshotRow = {
  id: string;
  developerId: string;
  projectId: string;
  projectName: string;
  config: unknown;
  projectConfig: unknown;
  screenshots: Notice | null;
  /** Whether it is enrolled, and its owner an active member. */
  isInUse: boolean;
};

/**
 * The screenshot settings for devices of a workspace, and what their owners were notified of; locked, in the order of
 * ids. Unenrolled ones are among them: what was switched off meanwhile needs a new notice once they are enrolled again.
 */
export async function lockScreenshots(
  tx: Db,
  workspaceId: string,
  named: DevicesNamed,
): Promise<ScreenshotRow[]> {
  const { projectId = null, deviceId = null } = named as { projectId?: string; deviceId?: string };
  return tx.$queryRaw<ScreenshotRow[]>`
    SELECT d.id::text, d.developer_id::text AS "developerId", p.id::text AS "projectId", p.name AS "projectName",
      d.config, p.tracker_config AS "projectConfig", d.screenshots,
      d.unenrolled_at IS NULL AND EXISTS (
        SELECT FROM workspace_member m JOIN developer who ON who.id = m.developer_id AND who.is_active
        WHERE m.workspace_id = p.workspace_id AND m.developer_id = d.developer_id AND m.status = 'active'
      ) AS "isInUse"
    FROM tracker_device d JOIN project p ON p.id = d.project_id
    WHERE p.workspace_id = ${workspaceId}::uuid
      AND (d.project_id = ${projectId}::uuid OR d.id = ${deviceId}::uuid)
    ORDER BY d.id FOR NO KEY UPDATE OF d`;
}

/** Records what the owners of devices were notified of about screenshots. */
export async function updateScreenshots(
  tx: Db,
  changes: readonly { id: string; told: Notice | null }[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.$executeRaw`
    UPDATE tracker_device d SET screenshots = nullif(x.told, 'null'::jsonb)
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS x(id uuid, told jsonb)
    WHERE d.id = x.id`;
}

/** Renames one of a developer's own devices. @returns whether there is such a device */
export async function renameDevice(
  developerId: string,
  deviceId: string,
  name: string | null,
): Promise<boolean> {
  const where = { id: deviceId, developerId, unenrolledAt: null };
  return (await db().trackerDevice.updateMany({ where, data: { name } })).count > 0;
}

/** Locks one of a developer's own devices until the transaction ends. @returns whether there is such a device */
export async function lockOwnDevice(tx: Db, developerId: string, deviceId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM tracker_device
    WHERE id = ${deviceId}::uuid AND developer_id = ${developerId}::uuid AND unenrolled_at IS NULL
    FOR NO KEY UPDATE`;
  return rows.length > 0;
}

/**
 * Unenrols one of a developer's own devices, and revokes its editor key. A batch that is being uploaded is either
 * stored before that or not at all.
 */
export async function unenrolDevice(
  tx: Db,
  developerId: string,
  deviceId: string,
  now: Date,
): Promise<boolean> {
  const where = { id: deviceId, developerId, unenrolledAt: null };
  const { count } = await tx.trackerDevice.updateMany({ where, data: { unenrolledAt: now } });
  if (count > 0) await tx.trackerEditorKey.deleteMany({ where: { deviceId } });
  return count > 0;
}
