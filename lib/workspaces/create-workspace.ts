import type { z } from "zod";
import { recordAudit } from "@/lib/access/store";
import { AppError } from "@/lib/http/app-error";
import type { Actor } from "@/lib/identity/authenticate";
import { transaction, violatedKey } from "@/lib/platform/database";
import { SLUG_TRIES_MAX } from "@/lib/workspaces/limits";
import { presentWorkspace } from "@/lib/workspaces/present";
import { mergeSettings, slugFor } from "@/lib/workspaces/rules";
import type { CreateWorkspace, Workspace } from "@/lib/workspaces/schema";
import { insertWorkspace } from "@/lib/workspaces/store";

/**
 * Founds a workspace; the actor becomes its owner. Without a slug one is made of the name, and made unique.
 * @throws AppError conflict when the slug asked for is taken
 */
export async function createWorkspace(
  actor: Actor,
  body: z.output<typeof CreateWorkspace>,
  now: Date,
): Promise<z.input<typeof Workspace>> {
  for (let tryNumber = 1; ; tryNumber++) {
    const slug = body.slug ?? slugFor(body.name, "workspace", tryNumber);
    try {
      return await transaction(async (tx) => {
        const settings = mergeSettings({}, body.settings ?? {});
        const row = await insertWorkspace(
          tx,
          { name: body.name, slug, type: body.type, ownerId: actor.developerId, settings },
          now,
        );
        const target = { type: "workspace", id: row.id };
        const after = { name: row.name, slug, type: row.type, settings };
        await recordAudit(
          tx,
          actor,
          { workspaceId: row.id, action: "workspace.created", target, after },
          now,
        );
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
