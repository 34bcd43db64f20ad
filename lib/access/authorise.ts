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
 * Proof that an actor is an active member of an active workspace, and what they may do there. Nothing but
 * `authorise()` makes one, so a function that takes one is only reached by somebody who was let in. Store functions that
 * read or change what a member names take one, and with it the workspace to look in. Others take plain ids: of jobs, which
 * nobody asks for; of one's own rows; and of rows that the caller has just found through a scope. That no route reaches
 * another workspace's rows is tested route by route (`tests/api/workspaces/walk.test.ts`).
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

const Uuid = z.uuid();

/**
 * Lets an actor into a workspace, at the cost of one query. With an API token that is limited in
 * permissions not even an owner acts as one: what it includes is all that counts.
 * @param whenInactive who gets into a workspace that is switched off: nobody, or an owner who may bring it back
 * @throws AppError forbidden `Permission denied`, alike for an unknown workspace, a foreign one, an inactive
 *   membership and a missing permission, so that the answer tells nothing of what exists; with a reason where it is
 *   the token's scope alone
 */
export async function authorise(
  actor: Actor,
  workspaceId: string,
  permission?: PermissionSlug,
  tx: Db = db(),
  whenInactive: "nobody" | "owner" = "nobody",
): Promise<WorkspaceScope> {
  const denied = new AppError("forbidden", "Permission denied");
  const { tokenScope } = actor;
  checkWorkspace(actor, workspaceId);
  if (!Uuid.safeParse(workspaceId).success) throw denied;
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
 * Runs a change of who may do what, alone in its workspace: the actor is authorised again under the lock, so that of
 * two administrators who take each other's power at once, one finds theirs gone.
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
