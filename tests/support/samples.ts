import { db, pool } from "@/lib/platform/database";
import { SHOWN } from "@/lib/tracker/samples/texts-sql";

type Shown = {
  id: string;
  appName: string | null;
  bundleId: string | null;
  windowTitle: string | null;
  filePath: string | null;
  repo: string | null;
  branch: string | null;
  terminalCwd: string | null;
  lastCommand: string | null;
  editorFile: string | null;
  url: string | null;
  pageTitle: string | null;
  callApp: string | null;
};

/** Samples with what they show, wherever that stands, in the order of `ts` and then of `client_seq`. */
export async function shownSamples(
  where: { developerId: string } | { deviceId: string } | { eventId: string },
) {
  const samples = await db().trackerSample.findMany({
    where,
    orderBy: [{ ts: "asc" }, { clientSeq: "asc" }],
  });
  const { rows } = await pool().query<Shown>(
    `SELECT s.id, shown.app_name AS "appName", shown.bundle_id AS "bundleId", shown.window_title AS "windowTitle",
       shown.file_path AS "filePath", shown.repo, shown.branch, shown.terminal_cwd AS "terminalCwd",
       shown.last_command AS "lastCommand", shown.editor_file AS "editorFile", shown.url,
       shown.page_title AS "pageTitle", shown.call_app AS "callApp"
     FROM tracker_event_sample s ${SHOWN} WHERE s.id = ANY($1::bigint[])`,
    [samples.map(({ id }) => String(id))],
  );
  const shownOf = new Map(rows.map(({ id, ...shown }) => [id, shown]));
  return samples.map((sample) => ({ ...sample, ...shownOf.get(String(sample.id)) }));
}

/** What was derived of a developer's samples, in the order of these. */
export async function derivationsOf(developerId: string) {
  const samples = await db().trackerSample.findMany({
    where: { developerId },
    orderBy: [{ ts: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  const rows = await db().trackerDerivation.findMany({
    where: { sampleId: { in: samples.map(({ id }) => id) } },
  });
  const placeOf = new Map(samples.map(({ id }, place) => [id, place]));
  return rows.sort((a, b) => (placeOf.get(a.sampleId) ?? 0) - (placeOf.get(b.sampleId) ?? 0));
}

/** How many derivations and event keys of anybody have no sample. */
export async function leftOfSamples(): Promise<{ derivations: number; keys: number }> {
  const { rows } = await pool().query<{ derivations: number; keys: number }>(
    `SELECT
       (SELECT count(*)::int FROM tracker_derivation d
        WHERE NOT EXISTS (SELECT FROM tracker_event_sample s WHERE s.id = d.sample_id)) AS derivations,
       (SELECT count(*)::int FROM tracker_event_key k
        WHERE NOT EXISTS (
          SELECT FROM tracker_event_sample s
          WHERE s.ts = k.ts AND tracker_event_hash(s.device_id, s.event_id) = k.hash)) AS keys`,
  );
  return rows[0] ?? { derivations: -1, keys: -1 };
}

/** The jobs that are queued to derive a workspace's samples. */
export async function enrichJobsOf({ workspace }: { workspace: { id: string } }): Promise<object[]> {
  const { rows } = await pool().query<{ payload: object }>(
    `SELECT payload FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'tracker.enrich-buckets' AND payload->>'workspace_id' = $1`,
    [workspace.id],
  );
  return rows.map(({ payload }) => payload);
}
