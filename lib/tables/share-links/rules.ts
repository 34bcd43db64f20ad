import type { PermissionSlug } from "@/lib/access/catalog";
import { compileFilter } from "@/lib/crm/records/list/rules";
import type { Filter } from "@/lib/crm/records/schema";
import { AppError, invalidBody } from "@/lib/http/app-error";
import { fieldOf } from "@/lib/tables/rules";
import type { Column, SharePermission } from "@/lib/tables/schema";

/** What members must be allowed to let others do by a link. */
const NEEDED = {
  view: ["can_view_tables"],
  edit: ["can_view_tables", "can_edit_rows"],
} as const satisfies Record<SharePermission, readonly PermissionSlug[]>;

/** Every permission that a link may need. */
export const SHARE_PERMISSIONS = NEEDED.edit;

/**
 * Checks that a member grants no more by a link than they may do themselves.
 * @throws AppError forbidden
 */
export function checkMayShare(permissions: ReadonlySet<string>, permission: SharePermission): void {
  const missing = NEEDED[permission].find((slug) => !permissions.has(slug));
  if (missing === undefined) return;
  const does = permission === "edit" ? "edit" : "see";
  throw new AppError(
    "forbidden",
    `A link that lets visitors ${does} this table needs ${missing}, which you don't have`,
  );
}

/** What a link lets visitors do now, given what the member may in whose name it opens; null where nothing. */
export function grantedBy(
  permissions: ReadonlySet<string>,
  permission: SharePermission,
): SharePermission | null {
  const may = (each: SharePermission) => NEEDED[each].every((slug) => permissions.has(slug));
  if (permission === "edit" && may("edit")) return "edit";
  return may("view") ? "view" : null;
}

/**
 * Checks what a link shows of a table.
 * @throws AppError invalid for a time that is past, a hidden column that is not there, and a filter that does not fit
 */
export function checkShareSettings(
  columns: readonly Column[],
  settings: {
    expiresAt?: Date | null | undefined;
    hidden_columns?: readonly string[] | undefined;
    hide_columns?: readonly string[] | undefined;
    rowFilter?: Filter | null | undefined;
  },
  now: Date,
): void {
  const { expiresAt, rowFilter, ...hidden } = settings;
  const refuse = (path: string, message: string) => {
    throw invalidBody([{ path, message }]);
  };
  if (expiresAt && expiresAt <= now) refuse("expires_at", "Must be in the future");
  for (const list of ["hidden_columns", "hide_columns"] as const) {
    for (const [index, key] of (hidden[list] ?? []).entries()) {
      if (!columns.some((column) => column.key === key)) refuse(`${list}.${index}`, `No column ${key}`);
    }
  }
  if (rowFilter) compileFilter(columns.map(fieldOf), rowFilter);
}
