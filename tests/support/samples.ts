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
     FROM tracker_sample s ${SHOWN} WHERE s.id = ANY($1::bigint[])`,
    [samples.map(({ id }) => String(id))],
  );
  const shownOf = new Map(rows.map(({ id, ...shown }) => [id, shown]));
  return samples.map((sample) => ({ ...sample, ...shownOf.get(String(sample.id)) }));
}
