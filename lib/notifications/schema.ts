import { z } from "zod";
import { idParam, Timestamp, WorkspaceParams } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";

export const NotificationParams = WorkspaceParams.extend({ notification_id: idParam("Notification") });

export const NotificationQuery = PageQuery.extend({
  unread: z
    .literal("true")
    .transform(() => true)
    .optional()
    .meta({ description: "`true` lists those that were not read" }),
});

export const Notification = z
  .object({
    id: z.string(),
    title: z.string(),
    body: z.string(),
    link: z.string().nullable().meta({ description: "Path of the page it speaks of" }),
    read_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: "Notification" });

export const NotificationsRead = z.object({ marked: z.int() }).meta({ id: "NotificationsRead" });
