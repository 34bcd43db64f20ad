import type { Actor } from "@/lib/access/actor";
import { defaultsOf, NOTIFICATION_KINDS } from "@/lib/notifications/catalog";
import type { NotificationSettings, UpdateNotificationSettings } from "@/lib/notifications/schema";
import { changeSetting, listSettings } from "@/lib/notifications/store";
import { transaction } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";

/** How the actor hears of each kind. */
export async function getSettings({ developerId }: Actor): Promise<NotificationSettings> {
  const decided = new Map((await listSettings(developerId)).map((row) => [row.kind, row]));
  return {
    sends_mail: env().SMTP_URL !== undefined,
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
