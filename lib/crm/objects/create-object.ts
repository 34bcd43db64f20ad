import type { WorkspaceScope } from "@/lib/access/authorise";
import { checkRoom } from "@/lib/access/check-room";
import { recordAudit } from "@/lib/audit/store";
import { BUILT_IN_OBJECTS } from "@/lib/crm/objects/catalog";
import { OBJECTS_PER_WORKSPACE_MAX, SLUG_TRIES_MAX } from "@/lib/crm/objects/limits";
import { auditedObject, presentObject } from "@/lib/crm/objects/present";
import { NAME_SLUG, PAGE_SLUGS, underscoredSlug } from "@/lib/crm/objects/rules";
import type { CreateObject, CrmObject } from "@/lib/crm/objects/schema";
import { countObjects, insertObject } from "@/lib/crm/objects/store";
import { AppError } from "@/lib/http/app-error";
import { transaction, violatedKey } from "@/lib/platform/database";

/**
 * Makes an object of the workspace's own, with a name as its first attribute.
 * @throws AppError conflict when the slug asked for is taken or the workspace has as many objects as it may
 */
export async function createObject(scope: WorkspaceScope, body: CreateObject, now: Date): Promise<CrmObject> {
  const { workspaceId } = scope;
  const { singular_name: singularName, plural_name: pluralName, description } = body;
  for (let tryNumber = 1; ; tryNumber++) {
    const slug = body.slug ?? underscoredSlug(singularName, "object", tryNumber);
    const taken = new AppError("conflict", `The slug ${slug} is taken`);
    const isTaken = PAGE_SLUGS.includes(slug) || BUILT_IN_OBJECTS.some((object) => object.slug === slug);
    try {
      if (isTaken) throw taken;
      return await transaction(async (tx) => {
        const count = () => countObjects(tx, workspaceId);
        await checkRoom(tx, workspaceId, OBJECTS_PER_WORKSPACE_MAX, "objects", count);
        const attribute = { slug: NAME_SLUG, name: "Name", type: "text", isRequired: true };
        const object = { slug, singularName, pluralName, description };
        const row = await insertObject(tx, workspaceId, object, attribute, now);
        const target = { type: "crm_object", id: row.id };
        const entry = { action: "crm_object.created", target, after: auditedObject(object) };
        await recordAudit(tx, scope, entry, now);
        return presentObject(row);
      });
    } catch (error) {
      const isOther = error !== taken && !violatedKey(error);
      if (isOther) throw error;
      if (body.slug || tryNumber >= SLUG_TRIES_MAX) throw taken;
    }
  }
}
