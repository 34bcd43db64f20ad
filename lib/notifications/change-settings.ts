import type { Actor } from "@/lib/access/actor";
import { defaultsOf, NOTIFICATION_KINDS } from "@/lib/notifications/catalog";
import { findMailBlock, liftByOwner } from "@/lib/notifications/do-not-mail/store";
import type { NotificationSettings, UpdateNotificationSettings } from "@/lib/notifications/schema";
import { changeSetting, findAddress, listSettings } from "@/lib/notifications/store";
import { transaction } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";

/** How the actor hears of each kind. */
export async function getSettings({ developerId }: Actor): Promise<NotificationSettings> {
  const [rows, email] = await Promise.all([listSettings(developerId), findAddress(developerId)]);
  const decided = new Map(rows.map((row) => [row.kind, row]));
  const reason = email === null ? null : await findMailBlock(email, null);
  return {
    sends_mail: env().SMTP_URL !== undefined,
    mail_block: email !== null && reason !== null ? { reason, email } : null,
    kinds: NOTIFICATION_KINDS.map(({ slug, label }) => {
      const { inbox, mail, digest } = decided.get(slug) ?? defaultsOf(slug);
      return { kind: slug, label, inbox, mail, digest };
    }),
  };
}

/** Changes how the actor hears of one kind, in the channels that are named. */
export async function changeSettings(
  actor: Actor,
  { kind, ...channels }: UpdateNotificationSettings,
): Promise<NotificationSettings> {
  await transaction((tx) => changeSetting(tx, actor.developerId, kind, channels));
  return getSettings(actor);
}

/** Lets the actor's address get mail again, until it bounces or is complained about anew. Without a block nothing happens. */
export async function liftMailBlock(actor: Actor, now: Date): Promise<NotificationSettings> {
  const email = await findAddress(actor.developerId);
  if (email !== null) await liftByOwner(email, now);
  return getSettings(actor);
}
