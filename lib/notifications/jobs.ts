import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";
import {
  MAIL_PLACES_MAX,
  NOTIFICATION_SWEEP_ROWS,
  NOTIFICATIONS_KEPT_DAYS,
} from "@/lib/notifications/limits";
import { deleteNotificationsBefore, findMailable } from "@/lib/notifications/store";
import { env } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail";

const DAY_MS = 86_400_000;

/** Mails one notification, unless it was read meanwhile. */
export const mailNotification = defineJob({
  name: "notifications.mail",
  payload: z.object({ notification_id: z.uuid() }),
  dedupeKey: ({ notification_id }) => notification_id,
  placesMax: MAIL_PLACES_MAX,
  handler: async ({ notification_id }) => {
    const found = await findMailable(notification_id);
    if (!found) return undefined;
    const { title, body, link, email } = found;
    const text = [title, body, link && `${env().BASE_URL}${link}`].filter(Boolean).join("\n\n");
    await sendMail({ to: email, subject: title, text });
    return undefined;
  },
});

/** Deletes old notifications. */
export const sweepNotifications = defineJob({
  name: "notifications.sweep",
  payload: z.object({}),
  schedule: "43 * * * *",
  dedupeKey: () => "all",
  handler: (_payload, { now }) => {
    const before = new Date(now.getTime() - NOTIFICATIONS_KEPT_DAYS * DAY_MS);
    return inBatches(NOTIFICATION_SWEEP_ROWS, [(limit) => deleteNotificationsBefore(before, limit)]);
  },
});
