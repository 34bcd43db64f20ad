/** Of a token's permissions the only one that is none of a role: its owner's own devices and time. */
export const OWN_TRACKER = "own_tracker";

/** What an API token may do at most. Nobody has a scope who may do all that they may do themselves. */
export type TokenScope = {
  /** The only workspace that it opens; null for all of its owner's. */
  workspaceId: string | null;
  /** What it may do of what its owner may do; null for all of it. */
  permissions: ReadonlySet<string> | null;
  isReadOnly: boolean;
};

/**
 * What a route gives an API token that is limited in permissions or to a workspace; one for a permission of a workspace
 * need not say.
 * - `anyone`: what every valid token may
 * - `personal`: to act as the person: it takes a token with all permissions, and outside of workspaces for all of them
 * - `own_tracker`: the owner's own devices and time, by that permission, in the token's workspace
 * - `workspace`: what the handler authorises
 */
export type Reach = "anyone" | "personal" | "own_tracker" | "workspace";

type Route = {
  reach: Reach;
  isWorkspaceRoute: boolean;
  method: string;
  /** Set where it changes nothing, whatever the method says. */
  reads: boolean;
};

const READING = new Set(["GET", "HEAD", "OPTIONS"]);
const OTHER_WORKSPACE = "this API token is limited to another workspace";

function lacks(permission: string): string {
  return `this API token does not include ${permission}`;
}

/** Why a token may not call a route at all, or null when it may: what goes on in a workspace is judged there. */
export function callProblem(
  scope: TokenScope | null,
  { reach, isWorkspaceRoute, method, reads }: Route,
): string | null {
  if (scope === null) return null;
  if (scope.isReadOnly && !reads && !READING.has(method)) return "this API token is read-only";
  if (reach === "personal") {
    if (scope.permissions !== null) return "this API token is limited to some permissions";
    if (scope.workspaceId !== null && !isWorkspaceRoute) return "this API token is limited to one workspace";
  }
  if (reach === "own_tracker" && scope.permissions?.has(OWN_TRACKER) === false) return lacks(OWN_TRACKER);
  return null;
}

/** Why a token may not enter a workspace, or null when it may. It tells nothing of whether there is such a workspace. */
export function workspaceProblem(scope: TokenScope | null, workspaceId: string): string | null {
  const isOther =
    scope !== null && scope.workspaceId !== null && scope.workspaceId !== workspaceId.toLowerCase();
  return isOther ? OTHER_WORKSPACE : null;
}

/** Why a token may not do in a workspace what its owner may do there, or null when it may. */
export function permissionProblem(scope: TokenScope | null, permission: string): string | null {
  return scope?.permissions?.has(permission) === false ? lacks(permission) : null;
}

/** What a token may do in a workspace: what its owner may do there, as far as the token includes it. */
export function withinScope<P extends string>(
  scope: TokenScope | null,
  permissions: ReadonlySet<P>,
): ReadonlySet<P> {
  const included = scope?.permissions ?? null;
  return included === null ? permissions : new Set([...permissions].filter((slug) => included.has(slug)));
}
