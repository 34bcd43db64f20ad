import type { Actor } from "@/lib/access/actor";
import { mayCreateWorkspaces } from "@/lib/access/operators/may-create-workspaces";
import { isOperator } from "@/lib/access/operators/operator";
import { operatorContact } from "@/lib/access/operators/operator-contact";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { findDeveloper, lockDeveloper } from "@/lib/identity/store";
import { type Db, transaction, violatedKey } from "@/lib/platform/database";
import { slugFor } from "@/lib/platform/slug";
import { SLUG_TRIES_MAX, WORKSPACES_PER_DEVELOPER_MAX } from "@/lib/workspaces/limits";
import { presentWorkspace } from "@/lib/workspaces/present";
import { mergeSettings } from "@/lib/workspaces/rules";
import type { CreateWorkspace, Workspace } from "@/lib/workspaces/schema";
import { countFounded, insertWorkspace } from "@/lib/workspaces/store";

/**
 * Makes sure that the actor may found one more workspace; of many requests at once, the last place goes to one. Who runs
 * the service may found as many as they like.
 */
async function checkFounder(tx: Db, { developerId }: Actor): Promise<void> {
  await lockDeveloper(tx, developerId);
  const founder = await findDeveloper(developerId, tx);
  if (founder === null) throw new AppError("unauthenticated", "Missing, invalid or expired token");
  const whom = operatorContact() ?? "whoever runs this service";
  if (!mayCreateWorkspaces(founder)) {
    throw new AppError("forbidden", `Workspaces are created by operators here: ask ${whom} for one`);
  }
  if (isOperator(founder)) return;
  if ((await countFounded(tx, developerId)) < WORKSPACES_PER_DEVELOPER_MAX) return;
  throw new AppError(
    "conflict",
    `One person can found at most ${WORKSPACES_PER_DEVELOPER_MAX} workspaces, switched-off ones counted: ask ${whom} for more`,
  );
}

/**
 * Founds a workspace; the actor becomes its owner. Without a slug one is made of the name, and made unique.
 * @throws AppError conflict when the slug asked for is taken, or the actor has founded too many; forbidden where only
 *   operators create workspaces
 */
export async function createWorkspace(actor: Actor, body: CreateWorkspace, now: Date): Promise<Workspace> {
  for (let tryNumber = 1; ; tryNumber++) {
    const slug = body.slug ?? slugFor(body.name, "workspace", tryNumber);
    try {
      return await transaction(async (tx) => {
        await checkFounder(tx, actor);
        const settings = mergeSettings({}, body.settings ?? {});
        const row = await insertWorkspace(
          tx,
          { name: body.name, slug, type: body.type, ownerId: actor.developerId, settings },
          now,
        );
        const target = { type: "workspace", id: row.id };
        const after = { name: row.name, slug, type: row.type, settings };
        const entry = { action: "workspace.created", target, after };
        await recordAudit(tx, { workspaceId: row.id, actor }, entry, now);
        return presentWorkspace(row);
      });
    } catch (error) {
      if (!violatedKey(error)) throw error;
      if (body.slug || tryNumber >= SLUG_TRIES_MAX) {
        throw new AppError("conflict", `The slug ${slug} is taken`, { cause: error });
      }
    }
  }
}
