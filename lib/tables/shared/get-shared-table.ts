import { countedIp } from "@/lib/http/client-ip";
import { visibleColumns } from "@/lib/tables/access";
import type { SharedTable, Unlock, UnlockTicket } from "@/lib/tables/schema";
import { checkPassword } from "@/lib/tables/shared/check-password";
import { getOpenLink, type ShareScope } from "@/lib/tables/shared/open-shared-table";
import { signTicket } from "@/lib/tables/shared/ticket";

/** What a visitor sees of the table itself. */
export function getSharedTable(scope: ShareScope): SharedTable {
  return {
    name: scope.tableName,
    description: scope.description,
    permission: scope.link.permission,
    needs_password: scope.link.hasPassword,
    expires_at: scope.link.expiresAt?.toISOString() ?? null,
    columns: visibleColumns(scope),
  };
}

/**
 * Gives a ticket for a link's password, so that it need not be sent with every request. A link without a password gives
 * one for any.
 * @throws AppError not_found `Share link not found`, forbidden `Invalid password`, too_many_requests
 */
export async function unlockSharedTable(
  request: Request,
  token: string,
  { password }: Unlock,
  now: Date,
): Promise<UnlockTicket> {
  const link = await getOpenLink(token, now);
  const { id, passwordHash } = link;
  if (passwordHash !== null) await checkPassword({ id, passwordHash }, password, countedIp(request), now);
  const { ticket, expiresAt } = signTicket(link, now);
  return { ticket, expires_at: expiresAt.toISOString() };
}
