import type { WorkspaceScope } from "@/lib/access/authorise";
import { addressKeyOf } from "@/lib/notifications/do-not-mail/rules";
import { type Db, db } from "@/lib/platform/database";

/** Which of these addresses must get no mail as far as a workspace is concerned, and why. */
export async function listSuppressions(
  { workspaceId }: { workspaceId: string },
  addressKeys: readonly string[],
) {
  return db().emailSuppression.findMany({
    where: { addressKey: { in: [...addressKeys] }, lifts: { none: { workspaceId } } },
  });
}

/**
 * Why an address gets none of the service's own mails: its mail bounced for good, or its owner complained; null where it
 * gets them, which its owner decides or, of a workspace's mails, that workspace.
 * @param workspaceId in whose name the mail is sent; null for what the service tells a person
 */
export async function findMailBlock(
  address: string,
  workspaceId: string | null,
): Promise<"bounce" | "complaint" | null> {
  const [found] = await db().emailSuppression.findMany({
    where: {
      addressKey: addressKeyOf(address),
      liftedByOwnerAt: null,
      ...(workspaceId === null ? {} : { lifts: { none: { workspaceId } } }),
    },
  });
  return found ? (found.reason === "complaint" ? "complaint" : "bounce") : null;
}

/** Lets the owner of an address get the service's own mails again, until it bounces or they complain anew. */
export async function liftByOwner(address: string, now: Date): Promise<void> {
  await db().emailSuppression.updateMany({
    where: { addressKey: addressKeyOf(address), liftedByOwnerAt: null },
    data: { liftedByOwnerAt: now },
  });
}

/** Lifts the flag of an address for the scope's workspace. @returns why it was set; null where there is none to lift */
export async function liftSuppression(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  addressKey: string,
  now: Date,
): Promise<string | null> {
  const [lifted] = await tx.$queryRaw<{ reason: string }[]>`
    WITH lifted AS (
      INSERT INTO email_suppression_lift (address_key, workspace_id, created_at)
      SELECT address_key, ${workspaceId}::uuid, ${now}::timestamptz
      FROM email_suppression WHERE address_key = ${addressKey}
      ON CONFLICT (address_key, workspace_id) DO NOTHING
      RETURNING address_key
    )
    SELECT s.reason FROM email_suppression s JOIN lifted USING (address_key)`;
  return lifted?.reason ?? null;
}
