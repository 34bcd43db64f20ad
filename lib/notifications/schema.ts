import { z } from "zod";
import { idParam, Timestamp, WorkspaceParams } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import { NOTIFICATION_KINDS, type NotificationKind } from "@/lib/notifications/catalog";

export const NotificationParams = WorkspaceParams.extend({ notification_id: idParam("Notification") });

export const NotificationQuery = PageQuery.extend({
  unread: z
    .literal("true")
    .transform(() => true)
    .optional()
    .meta({ description: "`true` lists those that were not read" }),
});
export type NotificationQuery = z.output<typeof NotificationQuery>;

export const Kind = z.enum(
  NOTIFICATION_KINDS.map(({ slug }) => slug) as [NotificationKind, ...NotificationKind[]],
);

export const Notification = z
  .object({
    id: z.string(),
    kind: Kind,
    title: z.string(),
    body: z.string(),
    count: z.int().meta({ description: "How many similar ones it stands for" }),
    link: z.string().nullable().meta({ description: "Path of the page it is about" }),
    read_at: Timestamp.nullable(),
    created_at: Timestamp.meta({ description: "Of the latest one that it stands for" }),
  })
  .meta({ id: "Notification" });
export type Notification = z.input<typeof Notification>;

export const NotificationsRead = z.object({ marked: z.int() }).meta({ id: "NotificationsRead" });
export type NotificationsRead = z.input<typeof NotificationsRead>;

const Channels = z.object({
  inbox: z.boolean().meta({ description: "Among the notifications of the console" }),
  mail: z.boolean().meta({ description: "By mail at once" }),
  digest: z
    .boolean()
    .meta({ description: "In the next morning's mail, unless it was read or mailed before" }),
});

export const NotificationSettings = z
  .object({
    sends_mail: z.boolean().meta({ description: "Whether this service sends mail at all: SMTP is set" }),
    mail_block: z
      .object({ reason: z.enum(["bounce", "complaint"]), email: z.string() })
      .nullable()
      .meta({
        description:
          "Why your address gets no mail: a mail to it bounced for good, or was reported as spam. `DELETE /developers/me/mail-block` lifts it",
      }),
    kinds: z.array(Channels.extend({ kind: Kind, label: z.string() }).meta({ id: "NotificationSetting" })),
  })
  .meta({ id: "NotificationSettings" });
export type NotificationSettings = z.input<typeof NotificationSettings>;

export const UpdateNotificationSettings = z
  .object({ kind: Kind, ...Channels.partial().shape })
  .meta({ id: "UpdateNotificationSettings" });
export type UpdateNotificationSettings = z.output<typeof UpdateNotificationSettings>;

export const StopMailsQuery = z.object({
  stop_token: z.string().max(400).meta({ description: "From the List-Unsubscribe header of a mail" }),
});
