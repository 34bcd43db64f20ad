import type { Change } from "@/lib/ui/live/feed";

const WORKSPACE = "/workspaces/{workspace_id}";

/** A route below the workspace, and which of its path parameters names the thing that changed. */
type Read = readonly [route: string, param?: string];

/** Which routes read each area. */
const READ: Readonly<Record<Change["area"], readonly Read[]>> = {
  tables: [["tables", "table_id"]],
  tasks: ["board", "tasks", "labels"].map((part) => [`projects/{project_id}/${part}`, "project_id"]),
  records: [["crm/objects/{object_slug}/records", "object_slug"]],
  inbox: [["notifications"]],
  deliveries: [["crm/webhooks", "webhook_id"]],
  // A role says how many have it and how many are invited to it.
  members: [["members"], ["invites"], ["roles"]],
  // Members and invites are shown with the names of their roles, and with what these grant.
  roles: [["roles", "role_id"], ["members"], ["invites"]],
  teams: [["teams", "team_id"]],
  workspace: [["billing"]],
};

/** What an object is made of, and all that shows it: its attributes, views and records. */
const SETUP: Read = ["crm/objects", "object_slug"];

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
  const isUnder = ([route]: Read) => `${path}/`.startsWith(`${WORKSPACE}/${route}/`);
  if (change?.kind === "people") return false;
  if (path === "/workspaces" || path === WORKSPACE) return change === null || change.area === "workspace";
  // Also what the reader may do: a stream ends when that changes.
  if (change === null) return [["me"] as const, ...Object.values(READ).flat(), SETUP].some(isUnder);
  // A service that is newer than this page may name areas that it does not know.
  const routes = change.kind === "setup" ? [SETUP] : (READ[change.area] ?? []);
  return routes.some((each) => {
    if (!isUnder(each)) return false;
    const named = parts[each[1] ?? ""];
    const wanted = nameOf(change);
    return named === undefined || wanted === null || named === wanted;
  });
}
