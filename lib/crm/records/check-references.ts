import type { Values } from "@/lib/crm/attributes/schema";
import type { AttributeRow } from "@/lib/crm/objects/store";
import { findMembers, findReferenced } from "@/lib/crm/records/store";
import { traitsOf } from "@/lib/crm/values/catalog";
import { type Issue, invalidBody } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";

/**
 * Finds the references that point at no live record of the right object in the workspace, and the users who are not
 * its active members; one issue each, with the index of its values in the list. At most two queries.
 */
export async function findBrokenReferences(
  tx: Db,
  workspaceId: string,
  attributes: readonly AttributeRow[],
  valuesList: readonly Values[],
): Promise<(Issue & { index: number })[]> {
  const named = valuesList.flatMap((values, index) =>
    attributes.flatMap(({ slug, type, referenceSlug }) => {
      const id = values[slug];
      const { refersTo } = traitsOf(type);
      if (typeof id !== "string" || refersTo === null) return [];
      return [{ index, slug, refersTo, id, objectSlug: referenceSlug ?? "" }];
    }),
  );
  const references = named.filter(({ refersTo }) => refersTo === "record");
  const users = named.filter(({ refersTo }) => refersTo === "member");
  const found = references.length === 0 ? [] : await findReferenced(tx, workspaceId, references);
  const members =
    users.length === 0
      ? []
      : await findMembers(
          tx,
          workspaceId,
          users.map(({ id }) => id),
        );
  const objectOf = new Map(found.map(({ id, objectSlug }) => [id, objectSlug]));
  const isMember = new Set(members);
  return named.flatMap(({ index, slug, refersTo, id, objectSlug }) => {
    const path = `values.${slug}`;
    if (refersTo === "member") {
      return isMember.has(id) ? [] : [{ index, path, message: "Not an active member of this workspace" }];
    }
    return objectOf.get(id) === objectSlug ? [] : [{ index, path, message: `No such ${objectSlug}` }];
  });
}

/** As `findBrokenReferences`. @throws AppError invalid when there is one */
export async function checkReferences(
  tx: Db,
  workspaceId: string,
  attributes: readonly AttributeRow[],
  valuesList: readonly Values[],
): Promise<void> {
  const broken = await findBrokenReferences(tx, workspaceId, attributes, valuesList);
  if (broken.length === 0) return;
  const issues = broken.map(({ path, message }) => ({ path, message }));
  throw invalidBody(issues);
}
