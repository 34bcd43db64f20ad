import { changeSettings, getSettings } from "@/lib/notifications/change-settings";
import { NotificationSettings, UpdateNotificationSettings } from "@/lib/notifications/schema";
import { bearerRoute } from "@/lib/routes/bearer-route";

export const GET = bearerRoute({
  summary: "How you hear of each kind of notification",
  description: "In every workspace of yours: in the inbox, by mail at once, and in the daily digest.",
  reach: "personal",
  response: NotificationSettings,
  handle: ({ actor }) => getSettings(actor),
});

export const PATCH = bearerRoute({
  summary: "Change how you hear of one kind of notification",
  description: "Channels that are not named stay as they are.",
  reach: "personal",
  body: UpdateNotificationSettings,
  response: NotificationSettings,
  handle: ({ actor, body }) => changeSettings(actor, body),
});
