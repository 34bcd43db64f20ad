import { Kind, type Notification as Wire } from "@/lib/notifications/schema";
import type { Notification } from "@/lib/platform/rows";

/** A notification as its member reads it. */
export function presentNotification(row: Notification): Wire {
  return {
    id: row.id,
    kind: Kind.parse(row.kind),
    title: row.title,
    body: row.body,
    count: row.count,
    link: row.link,
    read_at: row.readAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}
