import { api } from "@/lib/ui/api/client";
import type { ItemOf } from "@/lib/ui/api/input";
import { keyOf, useList, useListChange, useRefresh } from "@/lib/ui/api/resource-queries";

export type Notification = ItemOf<typeof NOTIFICATIONS>;

/** Unread notifications are counted up to this number; beyond it the bell shows that there are more. */
export const UNREAD_COUNTED_MAX = 20;

const NOTIFICATIONS = "/workspaces/{workspace_id}/notifications";

/** The reader's unread notifications in a workspace, up to the counted maximum. */
export function useUnread(workspaceId: string | undefined) {
  const params = { workspace_id: workspaceId ?? "" };
  return useList(
    NOTIFICATIONS,
    { params, query: { unread: true, limit: UNREAD_COUNTED_MAX } },
    { isEnabled: workspaceId !== undefined },
  );
}

/** The reader's notifications in a workspace, newest first. */
export function useNotifications(workspaceId: string) {
  return useList(NOTIFICATIONS, { params: { workspace_id: workspaceId } });
}

/** Marks one notification or all as read; shown at once. */
export function useMarkRead(workspaceId: string) {
  const params = { workspace_id: workspaceId };
  const key = keyOf(NOTIFICATIONS, params);
  return useListChange(key, {
    send: async (id: string | null) => {
      if (id === null) await api.post(`${NOTIFICATIONS}/read-all`, { params });
      else
        await api.post(`${NOTIFICATIONS}/{notification_id}/read`, {
          params: { ...params, notification_id: id },
        });
    },
    edit: (items, id) => {
      const read_at = new Date().toISOString();
      return items.map((item) =>
        id === null || item.id === id ? { ...item, read_at: item.read_at ?? read_at } : item,
      );
    },
    onSettled: useRefresh(key),
  });
}
