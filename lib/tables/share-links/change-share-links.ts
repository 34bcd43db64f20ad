import { randomBytes } from "node:crypto";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { sha256Hex } from "@/lib/platform/crypto";
import { type Db, transaction } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { omitUndefined } from "@/lib/platform/omit-undefined";
import { SHARE_LINKS_PER_TABLE_MAX, SHARE_TOKEN_BYTES } from "@/lib/tables/limits";
import { getLockedTable } from "@/lib/tables/open-table";
import type { CreateShareLink, NewShareLink, ShareLink, UpdateShareLink } from "@/lib/tables/schema";
import { hashPassword } from "@/lib/tables/share-links/password";
import { presentShareLink } from "@/lib/tables/share-links/present";
import { checkMayShare, checkShareSettings } from "@/lib/tables/share-links/rules";
import {
  countShareLinks,
  findLinkOwners,
  findShareLink,
  insertShareLink,
  type ShareLinkRow,
  updateShareLinkRow,
} from "@/lib/tables/share-links/store";

function audited(link: ShareLinkRow) {
  return {
    name: link.name,
    permission: link.permission,
    has_password: link.passwordHash !== null,
    expires_at: link.expiresAt?.toISOString() ?? null,
    hidden_columns: link.hiddenColumns,
    row_filter: link.rowFilter,
  };
}

async function presented(tx: Db, workspaceId: string, link: ShareLinkRow, now: Date) {
  const owners = await findLinkOwners(tx, workspaceId, [link]);
  return presentShareLink(link, owners.get(link.id), now);
}

/**
 * Makes a link by which anyone who has it gets into a table. The answer alone carries its token and address.
 * @throws AppError not_found for the table; forbidden as `checkMayShare`; invalid as `checkShareSettings`; conflict when the table has as many links
 *   as it may
 */
export async function createShareLink(
  { workspaceId, actor, permissions }: WorkspaceScope,
  tableId: string,
  body: CreateShareLink,
  now: Date,
): Promise<NewShareLink> {
  checkMayShare(permissions, body.permission);
  const token = randomBytes(SHARE_TOKEN_BYTES).toString("base64url");
  const passwordHash = body.password ? await hashPassword(body.password) : null;
  const settings = {
    expiresAt: body.expires_at ? new Date(body.expires_at) : null,
    hiddenColumns: [...new Set(body.hidden_columns)],
    rowFilter: body.row_filter ?? null,
  };
  return transaction(async (tx) => {
    const table = await getLockedTable(tx, workspaceId, tableId, now);
    checkShareSettings(table.columns, { ...settings, hidden_columns: body.hidden_columns }, now);
    if ((await countShareLinks(tx, table)) >= SHARE_LINKS_PER_TABLE_MAX) {
      throw new AppError("conflict", `A table has at most ${SHARE_LINKS_PER_TABLE_MAX} share links`);
    }
    const link = await insertShareLink(tx, {
      tableId,
      name: body.name,
      tokenHash: sha256Hex(token),
      permission: body.permission,
      passwordHash,
      ...settings,
      createdById: actor.developerId,
      ownerId: actor.developerId,
      createdAt: now,
    });
    const target = { type: "share_link", id: link.id };
    const after = { table_id: tableId, table: table.name, ...audited(link) };
    await recordAudit(tx, { workspaceId, actor }, { action: "share_link.created", target, after }, now);
    return { ...(await presented(tx, workspaceId, link, now)), token, url: `${env().BASE_URL}/t/${token}` };
  });
}

/** The columns that a change hides; undefined where it leaves them as they are. */
function hiddenAfter(
  { hidden_columns: all, hide_columns: more = [], show_columns: fewer = [] }: UpdateShareLink,
  before: readonly string[],
): string[] | undefined {
  if (all === undefined && more.length === 0 && fewer.length === 0) return undefined;
  const kept = (all ?? before).filter((key) => !fewer.includes(key));
  return [...new Set([...kept, ...more])];
}

/**
 * Changes what a link shows and to whom. A new password, or none, ends the visits that the old one opened. From then on it
 * opens in the name of whoever changed it.
 * @throws AppError not_found; forbidden as `checkMayShare`; invalid as `checkShareSettings`; conflict for a link that is revoked
 */
export async function updateShareLink(
  { workspaceId, actor, permissions }: WorkspaceScope,
  tableId: string,
  linkId: string,
  body: UpdateShareLink,
  now: Date,
): Promise<ShareLink> {
  const { name, permission, password } = body;
  const passwordHash = password ? await hashPassword(password) : null;
  const expiresAt = body.expires_at ? new Date(body.expires_at) : null;
  return transaction(async (tx) => {
    const table = await getLockedTable(tx, workspaceId, tableId, now);
    const before = orNotFound(await findShareLink(tx, table, linkId), "Share link");
    if (before.revokedAt !== null) throw new AppError("conflict", "This share link is revoked");
    checkMayShare(permissions, permission ?? before.permission);
    const { hidden_columns, hide_columns, row_filter: rowFilter } = body;
    checkShareSettings(table.columns, { expiresAt, hidden_columns, hide_columns, rowFilter }, now);
    const hiddenColumns = hiddenAfter(body, before.hiddenColumns);
    const link = await updateShareLinkRow(tx, linkId, {
      ownerId: actor.developerId,
      ...omitUndefined({ name, permission }),
      ...(password === undefined ? {} : { passwordHash, passwordVersion: before.passwordVersion + 1 }),
      ...(body.expires_at === undefined ? {} : { expiresAt }),
      ...omitUndefined({ hiddenColumns, rowFilter }),
    });
    const entry = {
      action: "share_link.updated",
      target: { type: "share_link", id: linkId },
      before: audited(before),
      after: { ...audited(link), ...(password === undefined ? {} : { password_changed: true }) },
    };
    await recordAudit(tx, { workspaceId, actor }, entry, now);
    return presented(tx, workspaceId, link, now);
  });
}

/** Revokes a link for good; once revoked, again changes nothing. @throws AppError not_found */
export async function revokeShareLink(
  { workspaceId, actor }: WorkspaceScope,
  tableId: string,
  linkId: string,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const table = await getLockedTable(tx, workspaceId, tableId, now);
    const before = orNotFound(await findShareLink(tx, table, linkId), "Share link");
    if (before.revokedAt !== null) return;
    await updateShareLinkRow(tx, linkId, { revokedAt: now });
    const target = { type: "share_link", id: linkId };
    const entry = { action: "share_link.revoked", target, before: audited(before) };
    await recordAudit(tx, { workspaceId, actor }, entry, now);
  });
}
