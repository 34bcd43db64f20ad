import { z } from "zod";
import { defineJob, defineScheduledJob } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";
import { findMailBlock } from "@/lib/notifications/do-not-mail/store";
import {
  GROUPED_MAIL_DELAY_MS,
  MAIL_PLACES_MAX,
  NOTIFICATION_SWEEP_ROWS,
  NOTIFICATIONS_KEPT_DAYS,
} from "@/lib/notifications/limits";
import { mailedWhy } from "@/lib/notifications/rules";
import { mailDigest, startDigests } from "@/lib/notifications/send-digests";
import { mailHeaders } from "@/lib/notifications/stop-mails";
import { deleteNotificationsBefore, findMailable, markMailed } from "@/lib/notifications/store";
import { env } from "@/lib/platform/env";
import { DAY_MS } from "@/lib/platform/limits";
import { sendMail } from "@/lib/platform/mail";

/** @throws Error where the mail server was away or busy, so that it is tried again */
async function mailOne(id: string, now: Date): Promise<void> {
  const found = await findMailable(id);
  if (!found) return;
  const { kind, title, body, link, email, developerId, createdAt } = found;
  if ((await findMailBlock(email, null)) !== null) return;
  const { BASE_URL } = env();
  const text = [title, body, link && `${BASE_URL}${link}`, mailedWhy(BASE_URL)].filter(Boolean).join("\n\n");
  const headers = mailHeaders(developerId, kind);
  // The same id if it is sent again because a worker died in between, so that mailboxes show it once.
  const mail = { to: email, subject: title, text, headers, id: `${id}.${createdAt.getTime()}` };
  const outcome = await sendMail(mail);
  if (outcome === "failed") throw new Error("the mail server did not take a mail");
  if (outcome === "sent") await markMailed(id, now);
}

const Payload = z.object({ notification_id: z.uuid() });

/** Mails one notification, unless it has been read in the meantime. */
export const mailNotification = defineJob({
  name: "notifications.mail",
  payload: Payload,
  dedupeKey: ({ notification_id }) => notification_id,
  placesMax: MAIL_PLACES_MAX,
  handler: async ({ notification_id }, { now }) => {
    await mailOne(notification_id, now);
    return undefined;
  },
});

/** The same, a little later, so that one mail covers everything that came in the meantime. */
export const mailGroup = defineJob({
  name: "notifications.mail-group",
  payload: Payload,
  dedupeKey: ({ notification_id }) => notification_id,
  delayMs: GROUPED_MAIL_DELAY_MS,
  placesMax: MAIL_PLACES_MAX,
  handler: async ({ notification_id }, { now }) => {
    await mailOne(notification_id, now);
    return undefined;
  },
});

/** Finds the people for whom it is morning. */
export const startDigestsJob = defineScheduledJob({
  name: "notifications.start-digests",
  schedule: "*/15 * * * *",
  run: async (now) => {
    if (env().SMTP_URL) await startDigests(mailDigestJob, now);
  },
});

/** Mails somebody their digest. */
export const mailDigestJob = defineJob({
  name: "notifications.mail-digest",
  payload: z.object({ developer_id: z.uuid(), day: z.string() }),
  dedupeKey: ({ developer_id }) => developer_id,
  placesMax: MAIL_PLACES_MAX,
  handler: async ({ developer_id, day }, { now }) => {
    await mailDigest(developer_id, day, now);
    return undefined;
  },
});

/** Deletes old notifications. */
export const sweepNotifications = defineScheduledJob({
  name: "notifications.sweep",
  schedule: "43 * * * *",
  run: (now) => {
    const before = new Date(now.getTime() - NOTIFICATIONS_KEPT_DAYS * DAY_MS);
    return inBatches(NOTIFICATION_SWEEP_ROWS, [(limit) => deleteNotificationsBefore(before, limit)]);
  },
});
