import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { getAddresses, listEmailAddresses } from "@/lib/crm/emails/list-email-events";
import type { EmailAddresses } from "@/lib/crm/emails/schema";
import { AppError } from "@/lib/http/app-error";
import { addressKeyOf } from "@/lib/notifications/do-not-mail/rules";
import { liftSuppression } from "@/lib/notifications/do-not-mail/store";
import { transaction } from "@/lib/platform/database";

type Place = { object_slug: string; record_id: string };

/**
 * Lets an address of a record get mail again, for the scope's workspace alone: others decide for themselves. The next
 * bounce or complaint sets the flag again. Without a flag nothing happens.
 * @throws AppError not_found for a record that is not there, or one without that address
 */
export async function liftDoNotMail(
  scope: WorkspaceScope,
  place: Place,
  address: string,
  now: Date,
): Promise<EmailAddresses> {
  const addressKey = addressKeyOf(address);
  const addresses = await getAddresses(scope, place);
  const found = addresses.find((each) => each.addressKey === addressKey);
  if (!found) throw new AppError("not_found", "Address not found");
  await transaction(async (tx) => {
    const reason = await liftSuppression(tx, scope, addressKey, now);
    if (reason === null) return;
    const target = { type: "crm_record", id: place.record_id };
    const before = { email: found.address, do_not_mail: reason };
    const after = { ...before, do_not_mail: null };
    await recordAudit(tx, scope, { action: "do_not_mail.lifted", target, before, after }, now);
  });
  return listEmailAddresses(scope, place);
}
