import { v7 as uuidv7 } from "uuid";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { type EmailEvent, isSuppressing } from "@/lib/crm/emails/rules";
import { beyond, type Slice } from "@/lib/http/paging";
import { addressKeyOf } from "@/lib/notifications/do-not-mail/rules";
import { type Db, db, Prisma } from "@/lib/platform/database";
import type { EmailEvent as EmailEventRow } from "@/lib/platform/rows";

/**
 * Stores events, each once by (provider, event id), and keeps mail from the addresses that want or take none, in one
 * statement. News about an address whose flag was lifted set it again; what was known before does not. A complaint weighs
 * more than a bounce, whichever came first.
 * @returns the ids of the events that are news
 */
export async function insertEmailEvents(
  tx: Db,
  provider: string,
  events: readonly EmailEvent[],
  now: Date,
): Promise<Set<string>> {
  const rows = events.map((event) => ({
    ...event,
    id: uuidv7(),
    addressKey: addressKeyOf(event.address),
    isSuppressing: isSuppressing(event),
  }));
  const news = await tx.$queryRaw<{ id: string }[]>`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e(id uuid, "eventId" text, type text,
        address text, "addressKey" text, "isPermanent" boolean, reason text, "messageId" text,
        "occurredAt" timestamptz, "isSuppressing" boolean)
    ), stored AS (
      INSERT INTO email_event
        (id, provider, event_id, type, address, address_key, is_permanent, reason, message_id, occurred_at, received_at)
      SELECT id, ${provider}, "eventId", type, address, "addressKey", "isPermanent", reason, "messageId",
        "occurredAt", ${now}::timestamptz
      FROM given ORDER BY "eventId"
      ON CONFLICT (provider, event_id) DO NOTHING
      RETURNING event_id
    ), flagged_again AS (
      DELETE FROM email_suppression_lift WHERE address_key IN (
        SELECT g."addressKey" FROM given g JOIN stored s ON s.event_id = g."eventId" WHERE g."isSuppressing")
    ), flagged AS (
      INSERT INTO email_suppression (address_key, address, reason, created_at)
      SELECT DISTINCT ON ("addressKey") "addressKey", address, type, ${now}::timestamptz
      FROM given WHERE "isSuppressing" ORDER BY "addressKey", type DESC
      ON CONFLICT (address_key) DO UPDATE SET lifted_by_owner_at = NULL, created_at = excluded.created_at,
        reason = greatest(email_suppression.reason, excluded.reason)
      WHERE (email_suppression.reason = 'bounce' AND excluded.reason = 'complaint')
        OR (email_suppression.lifted_by_owner_at IS NOT NULL AND email_suppression.address_key IN (
          SELECT g."addressKey" FROM given g JOIN stored s ON s.event_id = g."eventId" WHERE g."isSuppressing"))
    )
    SELECT event_id AS id FROM stored`;
  return new Set(news.map(({ id }) => id));
}

/** A query for the workspaces that have a record with one of these addresses, as `workspace_id`. */
export function mailedWorkspaces(addresses: readonly string[]): Prisma.Sql {
  const keys = addresses.map(addressKeyOf);
  return Prisma.sql`
    SELECT r.workspace_id FROM crm_attribute a
    JOIN crm_value_key k ON k.attribute_id = a.id AND k.key = ANY(${keys}::text[])
    JOIN crm_record r ON r.id = k.record_id AND r.deleted_at IS NULL
    WHERE a.type = 'email'`;
}

/** Deletes at most `limit` events received before a time, and returns how many. */
export async function deleteEmailEvents(receivedBefore: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM email_event WHERE id = ANY (ARRAY(
      SELECT id FROM email_event WHERE received_at < ${receivedBefore}::timestamptz LIMIT ${limit}))`;
}

export type Mailed = { workspaceId: string; reason: "bounce" | "complaint"; recordIds: string[] };

/** The records with one of these addresses that a sequence is under way for, by workspace and reason. */
export async function findMailed(
  tx: Db,
  stops: readonly { addressKey: string; reason: "bounce" | "complaint" }[],
): Promise<Mailed[]> {
  return tx.$queryRaw<Mailed[]>`
    SELECT e.workspace_id::text AS "workspaceId", s.reason, array_agg(DISTINCT e.record_id::text) AS "recordIds"
    FROM jsonb_to_recordset(${JSON.stringify(stops)}::jsonb) AS s("addressKey" text, reason text)
    JOIN crm_attribute a ON a.type = 'email'
    JOIN crm_value_key k ON k.attribute_id = a.id AND k.key = s."addressKey" COLLATE "C"
    JOIN sequence_enrollment e ON e.record_id = k.record_id AND e.is_open
    GROUP BY 1, 2 ORDER BY 1, 2`;
}

/** The addresses of a record of the scope's workspace, deleted or not, by their keys; null when there is no such record. */
export async function findRecordAddresses(
  scope: WorkspaceScope,
  objectSlug: string,
  recordId: string,
): Promise<{ addressKey: string; address: string }[] | null> {
  const [found] = await db().$queryRaw<{ addresses: { addressKey: string; address: string }[] }[]>`
    SELECT coalesce((
      SELECT jsonb_agg(jsonb_build_object('addressKey', r.keys->>a.slug, 'address', r.values->>a.slug) ORDER BY a.position)
      FROM crm_attribute a
      WHERE a.object_id = r.object_id AND a.type = 'email' AND a.archived_at IS NULL AND r.keys ? a.slug
    ), '[]') AS addresses
    FROM crm_record r JOIN crm_object o ON o.id = r.object_id AND o.slug = ${objectSlug}
    WHERE r.id = ${recordId}::uuid AND r.workspace_id = ${scope.workspaceId}::uuid`;
  return found?.addresses ?? null;
}

/** A page of what became of mails to addresses, newest first. */
export async function listEmailEventRows(
  addressKeys: readonly string[],
  { limit, after }: Slice,
): Promise<EmailEventRow[]> {
  return db().emailEvent.findMany({
    where: {
      addressKey: { in: [...addressKeys] },
      AND: beyond(after, "desc", ["occurredAt", "id"]),
    },
    orderBy: [{ occurredAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}
