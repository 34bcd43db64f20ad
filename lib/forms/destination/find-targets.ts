import { getObject } from "@/lib/crm/objects/get-object";
import type { Target } from "@/lib/forms/destination/rules";
import type { FormDestination } from "@/lib/forms/schema";
import type { Db } from "@/lib/platform/database";
import { openTableAs } from "@/lib/tables/open-table";
import { shapeOf } from "@/lib/tables/rules";

/** The actor when a form writes to a table by itself. */
export const FORM_ACTOR = { kind: "form", developerId: null, shareLinkId: null } as const;

/**
 * What can take answers at a destination: attributes or columns in use.
 * @throws AppError not_found where there is no such object or table
 */
export async function findTargets(
  tx: Db,
  workspaceId: string,
  destination: FormDestination,
  now: Date,
): Promise<Target[]> {
  if (destination.type === "crm")
    return (await getObject(tx, workspaceId, destination.object, now)).attributes;
  const { columns } = await openTableAs(tx, workspaceId, destination.table_id, FORM_ACTOR, now);
  return columns
    .filter((column) => !column.is_archived)
    .map((column) => ({ ...shapeOf(column), name: column.name }));
}
