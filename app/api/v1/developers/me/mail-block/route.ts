import { liftMailBlock } from "@/lib/notifications/change-settings";
import { NotificationSettings } from "@/lib/notifications/schema";
import { bearerRoute } from "@/lib/routes/bearer-route";

export const DELETE = bearerRoute({
  summary: "Let your address get mail again",
  operationId: "me.mailBlock.lift",
  description:
    "An address whose mail bounced for good, or whose owner reported one as spam, gets none of the service's own mails. This lifts it until it happens anew. Without a block nothing happens.",
  reach: "personal",
  response: NotificationSettings,
  handle: ({ actor, now }) => liftMailBlock(actor, now),
});
