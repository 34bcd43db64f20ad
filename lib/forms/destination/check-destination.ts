import type { WorkspaceScope } from "@/lib/access/authorise";
import { findTargets } from "@/lib/forms/destination/find-targets";
import { checkMapping } from "@/lib/forms/destination/rules";
import type { FormDestination, FormField } from "@/lib/forms/schema";
import type { FormRow } from "@/lib/forms/store";
import { AppError, invalidBody } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";

const NEEDED = { crm: "can_edit_records", table: "can_edit_rows" } as const;

/** Whether the scope's member may write to a destination themselves. */
export function mayWriteTo(scope: WorkspaceScope, destination: FormDestination): boolean {
  return scope.permissions.has(NEEDED[destination.type]);
}

/**
 * Refuses to open a form to visitors if its answers go where the scope's member may not write: they could answer it
 * themselves.
 * @throws AppError forbidden
 */
export function checkMayOpen(
  scope: WorkspaceScope,
  { isPublic, destination }: { isPublic: boolean; destination: FormDestination | null },
): void {
  if (!isPublic || destination === null || mayWriteTo(scope, destination)) return;
  const needed = NEEDED[destination.type];
  throw new AppError(
    "forbidden",
    `Answers of this form are written to its destination: to publish it you need ${needed}, which you don't have`,
  );
}

/**
 * Refuses a destination that the answers could not go to. Whoever sends them there must be able to write there
 * themselves: a form is no way around a permission.
 * @throws AppError forbidden, invalid
 */
export async function checkDestination(
  tx: Db,
  scope: WorkspaceScope,
  fields: readonly FormField[],
  destination: FormDestination,
  now: Date,
): Promise<void> {
  if (!mayWriteTo(scope, destination)) throw new AppError("forbidden", "Permission denied");
  const refuse = (issues: { path: string; message: string }[]) => {
    if (issues.length > 0) throw invalidBody(issues);
  };
  const targets = await findTargets(tx, scope.workspaceId, destination, now).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    const path = destination.type === "crm" ? "destination.object" : "destination.table_id";
    return refuse([{ path, message: error.message }]);
  });
  refuse(checkMapping(targets ?? [], fields, destination.mapping));
}

/**
 * Refuses other fields of a form with which its answers could no longer go to its destination: nobody would notice before
 * that refuses them. What did not fit before either, such as an attribute that is required since, stops nobody.
 * @throws AppError invalid
 */
export async function checkStillFits(
  tx: Db,
  before: FormRow,
  fields: readonly FormField[],
  destination: FormDestination,
  now: Date,
): Promise<void> {
  const targets = await findTargets(tx, before.workspaceId, destination, now).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
  if (targets === null) return;
  const stood = checkMapping(targets, before.fields, before.destination?.mapping ?? {});
  const issues = checkMapping(targets, fields, destination.mapping)
    .filter(({ message }) => !stood.some((each) => each.message === message))
    .map(({ path, message }) => {
      const place = fields.findIndex(({ key }) => path === `destination.mapping.${key}`);
      return { path: place < 0 ? "fields" : `fields.${place}.type`, message };
    });
  if (issues.length === 0) return;
  const reasons = issues.map(({ message }) => message).join(", ");
  throw new AppError(
    "invalid",
    `The form's destination would refuse its answers: ${reasons}. Change where they go first.`,
    { issues },
  );
}
