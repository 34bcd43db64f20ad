/** The only token permission that no role has: its owner's own devices and time. */
export const OWN_TRACKER = "own_tracker";

/** The most that an API token may do. Callers without a scope may do everything their person may. */
export type TokenScope = {
  /** The only workspace it gives access to; null for all of its owner's. */
  workspaceId: string | null;
  /** Which of its owner's permissions it has; null for all. */
  permissions: ReadonlySet<string> | null;
  isReadOnly: boolean;
};

/**
 * What a route allows API tokens that are limited to permissions or a workspace; routes that require a workspace
 * permission need not say. - `anyone`: open to every valid token - `personal`: acting as the person: needs a token with
 * all permissions, and outside of workspaces one for all workspaces - `own_tracker`: the owner's own devices and time,
 * by that permission, in the token's workspace - `workspace`: the handler authorises
 */
export type Reach = "anyone" | "personal" | "own_tracker" | "workspace";

type Route = {
  reach: Reach;
  isWorkspaceRoute: boolean;
  method: string;
  /** Set if it changes nothing, whatever its method. */
  reads: boolean;
};

/** Methods of requests that change nothing. */
export const READING: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
const OTHER_WORKSPACE = "this API token is limited to another workspace";

function lacks(permission: string): string {
  return `this API token does not include ${permission}`;
}

/** Why a token may not call a route at all, or null if it may; access to a workspace is checked later. */
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

/** Why a token may not enter a workspace, or null if it may. It does not reveal whether that workspace exists. */
export function workspaceProblem(scope: TokenScope | null, workspaceId: string): string | null {
  const isOther =
    scope !== null && scope.workspaceId !== null && scope.workspaceId !== workspaceId.toLowerCase();
  return isOther ? OTHER_WORKSPACE : null;
}

/** Why a token may not do in a workspace what its owner may do there, or null when it may. */
export function permissionProblem(scope: TokenScope | null, permission: string): string | null {
  return scope?.permissions?.has(permission) === false ? lacks(permission) : null;
}

/** What a token may do in a workspace: what its owner may do there, limited to the token's permissions. */
export function withinScope<P extends string>(
  scope: TokenScope | null,
  permissions: ReadonlySet<P>,
): ReadonlySet<P> {
  const included = scope?.permissions ?? null;
  return included === null ? permissions : new Set([...permissions].filter((slug) => included.has(slug)));
}
