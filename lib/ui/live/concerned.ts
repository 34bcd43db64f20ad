import type { Change } from "@/lib/ui/live/feed";

const WORKSPACE = "/workspaces/{workspace_id}";
const OBJECTS = `${WORKSPACE}/crm/objects`;
const RECORDS = `${OBJECTS}/{object_slug}/records`;

type Read = {
  path: string;
  /** Which of its path parameters names the thing that changed. */
  param: string | null;
  /** Whether the routes below it read something else. */
  isAlone?: boolean;
};

const read = (...parts: string[]): Read[] =>
  parts.map((part) => ({ path: `${WORKSPACE}/${part}`, param: null }));

/** Which routes read each area. */
const READ: Readonly<Record<Change["area"], readonly Read[]>> = {
  tables: [{ path: `${WORKSPACE}/tables`, param: "table_id" }],
  tasks: ["board", "tasks", "labels"].map((part) => ({
    path: `${WORKSPACE}/projects/{project_id}/${part}`,
    param: "project_id",
  })),
  records: [{ path: RECORDS, param: "object_slug" }],
  inbox: [{ path: `${WORKSPACE}/notifications`, param: null }],
  deliveries: [{ path: `${WORKSPACE}/crm/webhooks`, param: "webhook_id" }],
  // A role says how many have it.
  members: read("members", "invites", "roles"),
  // Members and invites are shown with the names of their roles, and with what these grant.
  roles: [{ path: `${WORKSPACE}/roles`, param: "role_id" }, ...read("members", "invites")],
  teams: [{ path: `${WORKSPACE}/teams`, param: "team_id" }],
  workspace: [
    { path: "/workspaces", param: null, isAlone: true },
    { path: WORKSPACE, param: "workspace_id", isAlone: true },
    ...read("billing"),
  ],
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
  const isUnder = ({ path: route, isAlone = false }: Read) =>
    path === route || (!isAlone && path.startsWith(`${route}/`));
  if (change?.kind === "people") return false;
  // Also what the reader may do: a stream ends when that changes.
  if (change === null)
    return path === `${WORKSPACE}/me` || [...Object.values(READ).flat(), SETUP].some(isUnder);
  // A service that is newer than this page may name areas that it does not know.
  const routes = change.kind === "setup" ? [SETUP] : (READ[change.area] ?? []);
  return routes.some((each) => {
    if (!isUnder(each)) return false;
    const { param } = each;
    const named = param === null ? undefined : parts[param];
    const wanted = nameOf(change);
    return named === undefined || wanted === null || named === wanted;
  });
}
