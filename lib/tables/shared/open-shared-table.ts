import { isUtf8 } from "node:buffer";
import { compileFilter } from "@/lib/crm/records/list/rules";
import { Filter } from "@/lib/crm/records/schema";
import { AppError } from "@/lib/http/app-error";
import { countedIp } from "@/lib/http/client-ip";
import type { Proof } from "@/lib/http/proof";
import { checkLimits } from "@/lib/limits/check-limits";
import { sha256Hex } from "@/lib/platform/crypto";
import type { Db } from "@/lib/platform/database";
import type { TableAccess } from "@/lib/tables/access";
import { LAST_USE_NOTED_EVERY_S } from "@/lib/tables/limits";
import { fieldOf } from "@/lib/tables/rules";
import type { SharePermission } from "@/lib/tables/schema";
import { checkPassword } from "@/lib/tables/shared/check-password";
import { findOpenLink, noteUse, type OpenLink } from "@/lib/tables/shared/store";
import { isTicketOf } from "@/lib/tables/shared/ticket";

declare const shared: unique symbol;

/** What lets a visitor in. */
export const SHARE_PROOFS: Proof[] = [
  null,
  {
    name: "share_ticket",
    scheme: {
      type: "apiKey",
      in: "header",
      name: "X-Share-Ticket",
      description:
        "For a share link with a password: the ticket that `unlock` returned, valid for 30 minutes.",
    },
  },
  {
    name: "share_password",
    scheme: {
      type: "apiKey",
      in: "header",
      name: "X-Share-Password",
      description: "For a share link with a password: the password itself, in UTF-8.",
    },
  },
];

/** Proof that a visitor was let in by a share link, and what of its table exists for them. */
export type ShareScope = TableAccess & {
  readonly [shared]: true;
  readonly link: Pick<OpenLink, "permission" | "expiresAt"> & { readonly hasPassword: boolean };
  readonly description: string;
};

const TOKEN = /^[\w-]{43}$/;

/**
 * The link with a token. Made-up, revoked and expired ones answer alike.
 * @throws AppError not_found
 */
export async function getOpenLink(token: string, now: Date, tx?: Db): Promise<OpenLink> {
  const link = TOKEN.test(token) ? await findOpenLink(sha256Hex(token), now, tx) : null;
  if (!link) throw new AppError("not_found", "Share link not found");
  return link;
}

/** Headers carry bytes, which are UTF-8 where the sender wrote more than Latin. */
function passwordOf(header: string): string {
  const bytes = Buffer.from(header, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : header;
}

/** Lets in whoever shows a ticket of this link, or its password; anyone where it has none. */
async function checkSecrets(link: OpenLink, request: Request, now: Date): Promise<void> {
  const { id, passwordHash, passwordVersion } = link;
  if (passwordHash === null) return;
  const ticket = request.headers.get("x-share-ticket");
  if (ticket !== null && isTicketOf({ id, passwordVersion }, ticket, now)) return;
  const password = request.headers.get("x-share-password");
  if (password === null || password === "") throw new AppError("forbidden", "Password required");
  await checkPassword({ id, passwordHash }, passwordOf(password), countedIp(request), now);
}

function checkPermission(link: OpenLink, need: SharePermission): void {
  if (need === "edit" && link.permission !== "edit") throw new AppError("forbidden", "Permission denied");
}

/** Which columns and rows a link keeps back. */
function keptBack({ table, hiddenColumns, rowFilter }: OpenLink): Pick<TableAccess, "hidden" | "rowFilter"> {
  // Parsed, not trusted: a filter that can't be read closes the link instead of opening all rows.
  const filter = rowFilter === null ? null : Filter.parse(rowFilter);
  return {
    hidden: new Set(hiddenColumns),
    // Of all columns: one that was archived since still decides which rows are shared.
    rowFilter: filter && compileFilter(table.columns.map(fieldOf), filter),
  };
}

/**
 * The one guard of everything that a share link opens: token, expiry, password, permission, limits, in this order. What
 * it returns knows no way around hidden columns and the row filter.
 * @param need what the caller is about to do
 * @param weight how much of a visitor's requests this one takes
 * @throws AppError not_found `Share link not found`; forbidden `Password required`, `Invalid password`, `Permission
 *   denied`; too_many_requests
 */
export async function openSharedTable(
  request: Request,
  token: string,
  need: SharePermission,
  weight: number,
  now: Date,
): Promise<ShareScope> {
  const link = await getOpenLink(token, now);
  await checkSecrets(link, request, now);
  checkPermission(link, need);
  const visitor = `${link.id}:${countedIp(request) ?? "unknown"}`;
  await checkLimits(
    [
      { limit: "shared_table_requests_per_visitor", key: visitor, weight },
      { limit: "shared_table_requests_per_link", key: link.id, weight },
      ...(need === "edit" ? [{ limit: "shared_table_changes_per_visitor" as const, key: visitor }] : []),
    ],
    now,
  );
  const lastUseMs = link.lastUsedAt?.getTime() ?? 0;
  if (now.getTime() - lastUseMs >= LAST_USE_NOTED_EVERY_S * 1000) await noteUse(link.id, now);
  const { table, permission, expiresAt } = link;
  return {
    workspaceId: table.workspaceId,
    tableId: table.id,
    tableName: table.name,
    rowCount: table.rowCount,
    columns: table.columns,
    ...keptBack(link),
    actor: { kind: "link", developerId: null, shareLinkId: link.id },
    again: async (tx: Db) => {
      const current = await getOpenLink(token, new Date(), tx);
      checkPermission(current, need);
      if (current.passwordVersion !== link.passwordVersion) {
        throw new AppError("forbidden", "Password required");
      }
      return keptBack(current);
    },
    link: { permission, expiresAt, hasPassword: link.passwordHash !== null },
    description: table.description,
  } as unknown as ShareScope;
}
