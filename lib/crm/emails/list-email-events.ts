import type { WorkspaceScope } from "@/lib/access/authorise";
import type { EmailAddresses, EmailEvent } from "@/lib/crm/emails/schema";
import { findRecordAddresses, listEmailEventRows } from "@/lib/crm/emails/store";
import { AppError } from "@/lib/http/app-error";
import { type Page, type PageQuery, readPage } from "@/lib/http/paging";
import { listSuppressions } from "@/lib/notifications/do-not-mail/store";
import type { EmailEvent as EmailEventRow } from "@/lib/platform/rows";

type Place = { object_slug: string; record_id: string };

/** The addresses of a record, deleted or not, as all that is told of one. @throws AppError not_found */
export async function getAddresses(scope: WorkspaceScope, { object_slug, record_id }: Place) {
  const found = await findRecordAddresses(scope, object_slug, record_id);
  if (found === null) throw new AppError("not_found", "Record not found");
  return found;
}

function presentEmailEvent(row: EmailEventRow): EmailEvent {
  return {
    id: row.id,
    type: row.type as EmailEvent["type"],
    address: row.address,
    is_permanent: row.isPermanent,
    reason: row.reason,
    message_id: row.messageId,
    provider: row.provider,
    occurred_at: row.occurredAt.toISOString(),
  };
}

/** A page of what became of mails to a record's addresses, newest first. @throws AppError not_found */
export async function listEmailEvents(
  scope: WorkspaceScope,
  place: Place,
  query: PageQuery,
): Promise<Page<EmailEvent>> {
  const keys = (await getAddresses(scope, place)).map(({ addressKey }) => addressKey);
  return readPage(query, (slice) => listEmailEventRows(keys, slice), presentEmailEvent, ["occurredAt", "id"]);
}

/** A record's addresses, each with whether it may get mail. @throws AppError not_found */
export async function listEmailAddresses(scope: WorkspaceScope, place: Place): Promise<EmailAddresses> {
  const addresses = await getAddresses(scope, place);
  const suppressions = await listSuppressions(
    scope,
    addresses.map(({ addressKey }) => addressKey),
  );
  const byKey = new Map(suppressions.map((each) => [each.addressKey, each]));
  return addresses.map(({ addressKey, address }) => {
    const found = byKey.get(addressKey);
    const reason = found?.reason === "complaint" ? ("complaint" as const) : ("bounce" as const);
    return { address, do_not_mail: found ? { reason, since: found.createdAt.toISOString() } : null };
  });
}
