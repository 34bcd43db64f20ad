import type { Change } from "@/lib/ui/live/feed";

const WORKSPACE = "/workspaces/{workspace_id}";
const OBJECTS = `${WORKSPACE}/crm/objects`;
const RECORDS = `${OBJECTS}/{object_slug}/records`;

/** Which routes read each area, and which of their path parameters names the thing that changed. */
const READ: Record<Change["area"], readonly { path: string; param: string | null }[]> = {
  tables: [{ path: `${WORKSPACE}/tables`, param: "table_id" }],
  tasks: ["board", "tasks", "labels"].map((part) => ({
    path: `${WORKSPACE}/projects/{project_id}/${part}`,
    param: "project_id",
  })),
  records: [{ path: RECORDS, param: "object_slug" }],
  inbox: [{ path: `${WORKSPACE}/notifications`, param: null }],
  deliveries: [{ path: `${WORKSPACE}/crm/webhooks`, param: "webhook_id" }],
  members: ["members", "invites"].map((part) => ({ path: `${WORKSPACE}/${part}`, param: null })),
};

/** What an object is made of, and all that shows it: its attributes, views and records. */
const SETUP = { path: OBJECTS, param: "object_slug" };

/**
 * Whether an answer of a route, with these path parameters, may have changed.
 * @param nameOf what a route calls the thing that changed, if not by its id; null if unknown
 */
export function isConcerned(
  path: unknown,
  params: unknown,
  change: Change | null,
  nameOf: (change: Change) => string | null,
): boolean {
  if (typeof path !== "string") return false;
  const parts = (params ?? {}) as Readonly<Record<string, string | undefined>>;
  const isUnder = (route: string) => path === route || path.startsWith(`${route}/`);
  if (change?.kind === "people") return false;
  // Also what the reader may do: a stream ends when that changes.
  if (change === null)
    return (
      path === `${WORKSPACE}/me` || [...Object.values(READ).flat(), SETUP].some((each) => isUnder(each.path))
    );
  return (change.kind === "setup" ? [SETUP] : READ[change.area]).some(({ path: route, param }) => {
    if (!isUnder(route)) return false;
    const named = param === null ? undefined : parts[param];
    const wanted = nameOf(change);
    return named === undefined || wanted === null || named === wanted;
  });
}
