import { z } from "zod";
import type { Actor } from "@/lib/access/actor";
import type { PermissionSlug } from "@/lib/access/catalog";
import { decide, isOwner, type Membership, priorityOf } from "@/lib/access/rules";
import { beyondScope, checkWorkspace } from "@/lib/access/scope/check-scope";
import { permissionProblem, withinScope } from "@/lib/access/scope/rules";
import { findMembership, lockAccess } from "@/lib/access/store";
import { AppError } from "@/lib/http/app-error";
import { type Db, db, transaction } from "@/lib/platform/database";

declare const authorised: unique symbol;

/**
 * Proof that an actor is an active member of an active workspace, and what they may do there. Only `authorise()`
 * creates one, so a function that takes a scope can only be reached by somebody who was admitted. Store functions that
 * read or change rows named by a member take a scope, and look only in its workspace. Others take plain ids: of jobs,
 * which users can't name; of the caller's own rows; and of rows that the caller has just found through a scope. A test
 * checks for every route that it can't reach another workspace's rows (`tests/api/workspaces/walk.test.ts`).
 */
export type WorkspaceScope = {
  readonly [authorised]: true;
  readonly workspaceId: string;
  readonly actor: Actor;
  readonly membership: Membership;
  readonly permissions: ReadonlySet<PermissionSlug>;
  readonly priority: number;
  readonly isOwner: boolean;
};

/** Clients may write ids in upper case. What is counted, compared and sent on by its id goes by one spelling. */
const WorkspaceId = z.uuid().toLowerCase();

/**
 * Admits an actor to a workspace, in one query. With an API token limited to certain permissions not even an owner acts
 * as one: only what the token includes counts.
 * @param whenInactive who may enter a workspace that is switched off: nobody, or an owner who may restore it
 * @throws AppError forbidden `Permission denied`, the same for an unknown workspace, another one's, an inactive
 * membership and a missing permission, so that the response does not reveal what exists; with a reason if only the
 * token's scope is missing
 */
export async function authorise(
  actor: Actor,
  givenId: string,
  permission?: PermissionSlug,
  tx: Db = db(),
  whenInactive: "nobody" | "owner" = "nobody",
): Promise<WorkspaceScope> {
  const denied = new AppError("forbidden", "Permission denied");
  const { tokenScope } = actor;
  checkWorkspace(actor, givenId);
  const workspaceId = WorkspaceId.safeParse(givenId).data;
  if (workspaceId === undefined) throw denied;
  const found = await findMembership(workspaceId, actor.developerId, tx);
  if (found?.status !== "active") throw denied;
  const actsAsOwner = isOwner(found) && (tokenScope?.permissions ?? null) === null;
  const isLetIn = found.workspaceIsActive || (whenInactive === "owner" && actsAsOwner);
  if (!isLetIn) throw denied;
  const membership = { ...found, workspaceIsActive: true };
  const held = decide(membership);
  if (permission !== undefined) {
    if (!held.has(permission)) throw denied;
    const problem = permissionProblem(tokenScope, permission);
    if (problem !== null) throw beyondScope(problem);
  }
  return {
    workspaceId,
    actor,
    membership,
    permissions: withinScope(tokenScope, held),
    priority: priorityOf(membership),
    isOwner: actsAsOwner,
  } as WorkspaceScope;
}

/**
 * Runs a change of access rights, alone in its workspace: the actor is authorised again under the lock, so if two
 * administrators remove each other's rights at once, one of them is refused.
 * @throws AppError forbidden as `authorise` does
 */
export async function changeAccess<T>(
  { actor, workspaceId }: WorkspaceScope,
  permission: PermissionSlug | undefined,
  work: (tx: Db, scope: WorkspaceScope) => Promise<T>,
): Promise<T> {
  return transaction(async (tx) => {
    await lockAccess(tx, workspaceId);
    return work(tx, await authorise(actor, workspaceId, permission, tx));
  });
}
