import { defineScheduledJob } from "@/lib/jobs/define-job";
import { notifyOfFailing } from "@/lib/webhooks/notices/notify-managers";
import { notifyOfWithheld } from "@/lib/webhooks/notices/notify-withheld";

/** Notifies people about webhooks that have been failing for an hour, and about those that work again. */
export const notifyOfFailingWebhooks = defineScheduledJob({
  name: "webhooks.tell-of-failing",
  schedule: "* * * * *",
  run: notifyOfFailing,
});

/** Notifies people about webhooks whose owners may no longer see what they send. */
export const notifyOfWithheldEvents = defineScheduledJob({
  name: "webhooks.tell-of-withheld",
  schedule: "*/10 * * * *",
  run: notifyOfWithheld,
});
