import { changeSettings, getSettings } from "@/lib/notifications/change-settings";
import { NotificationSettings, UpdateNotificationSettings } from "@/lib/notifications/schema";
import { bearerRoute } from "@/lib/routes/bearer-route";

export const GET = bearerRoute({
  summary: "Your notification settings",
  description: "For each kind, in all your workspaces: inbox, mail at once, daily digest.",
  reach: "personal",
  response: NotificationSettings,
  handle: ({ actor }) => getSettings(actor),
});

export const PATCH = bearerRoute({
  summary: "Change your settings for one kind of notification",
  description: "Channels that are left out stay as they are.",
  reach: "personal",
  body: UpdateNotificationSettings,
  response: NotificationSettings,
  handle: ({ actor, body }) => changeSettings(actor, body),
});
