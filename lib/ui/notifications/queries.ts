"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { Notification as NotificationSchema, NotificationsRead } from "@/lib/notifications/schema";
import { queryOf, send } from "@/lib/ui/api/client";
import { editLists } from "@/lib/ui/api/list-cache";
import { useList } from "@/lib/ui/api/use-list";
import { workspaceApi } from "@/lib/ui/api/workspaces";

export type Notification = z.output<typeof NotificationSchema>;

const POLL_MS = 30_000;
/** Unread ones are counted up to here; beyond, the bell says that there are more. */
export const UNREAD_COUNTED_MAX = 20;

const key = (workspaceId: string) => ["notifications", workspaceId] as const;

/** The reader's unread notifications in a workspace, as far as they are counted. */
export function useUnread(workspaceId: string | undefined) {
  const filters = { unread: "true", limit: String(UNREAD_COUNTED_MAX) };
  return useList<Notification>(
    [...key(workspaceId ?? ""), "unread", filters],
    workspaceApi(workspaceId ?? "", `/notifications${queryOf(filters)}`),
    { isEnabled: workspaceId !== undefined, pollMs: POLL_MS },
  );
}

/** The reader's notifications in a workspace, newest first. */
export function useNotifications(workspaceId: string) {
  return useList<Notification>([...key(workspaceId), "all"], workspaceApi(workspaceId, "/notifications"), {
    pollMs: POLL_MS,
  });
}

/** Marks one notification as read, or all of them; it shows at once. */
export function useMarkRead(workspaceId: string) {
  const queries = useQueryClient();
  const queryKey = key(workspaceId);
  return useMutation({
    mutationFn: (id: string | null) => {
      const path = id === null ? "/read-all" : `/${encodeURIComponent(id)}/read`;
      return send<Notification | z.output<typeof NotificationsRead>>(
        "POST",
        workspaceApi(workspaceId, `/notifications${path}`),
      );
    },
    onMutate: (id) => {
      const read_at = new Date().toISOString();
      return editLists<Notification>(queries, queryKey, (items) =>
        items.map((item) =>
          id === null || item.id === id ? { ...item, read_at: item.read_at ?? read_at } : item,
        ),
      );
    },
    onError: (_error, _id, undo) => undo?.(),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}
