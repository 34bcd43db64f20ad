import { type DataTag, type QueryKey, useMutation, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { api, isRefusal } from "@/lib/ui/api/client";
import type { AnswerOf, ItemOf } from "@/lib/ui/api/input";
import { useUpdateProfile } from "@/lib/ui/api/profile";
import { keyOf, useAnswer, useAnswerChange, useList, useRefresh } from "@/lib/ui/api/resource-queries";
import type { CreateWorkspace, UpdateWorkspace } from "@/lib/workspaces/schema";

export type Workspace = AnswerOf<"GET", typeof WORKSPACE>;
export type Me = AnswerOf<"GET", `${typeof WORKSPACE}/me`>;
export type Member = ItemOf<`${typeof WORKSPACE}/members`>;

/** Granted and revoked permissions show within this time, even on an idle page. */
const ME_POLL_MS = 60_000;

const WORKSPACES = "/workspaces";
const WORKSPACE = `${WORKSPACES}/{workspace_id}` as const;

/** The key of the workspace with a slug; its value is null if the reader is not a member of one. */
const bySlug = (slug: string | undefined) =>
  [...keyOf(WORKSPACES, {}, { slug: slug ?? "" }), "one"] as unknown as DataTag<QueryKey, Workspace>;

/** The workspaces that the reader belongs to. */
export function useWorkspaces() {
  return useList(WORKSPACES, {});
}

type NewWorkspace = z.input<typeof CreateWorkspace> & { hasSampleData: boolean };

/** Creates a workspace, optionally with sample data, and opens it. */
export function useCreateWorkspace() {
  const refresh = useRefresh(keyOf(WORKSPACES));
  const update = useUpdateProfile();
  return useMutation({
    mutationFn: async ({ hasSampleData, ...body }: NewWorkspace) => {
      const workspace = await api.post(WORKSPACES, { body });
      // If this fails the workspace exists without it, and offers it again.
      const fill = () => api.post(`${WORKSPACE}/sample-data`, { params: { workspace_id: workspace.id } });
      if (hasSampleData) await fill().catch(() => null);
      return workspace;
    },
    onSuccess: async (workspace) => {
      await refresh();
      update.mutate({ current_workspace_id: workspace.id });
    },
  });
}

/**
 * The workspace with a slug; null if the reader is no member of one. It is read together with their membership for
 * `useMe`, so that the page needs only one request.
 */
export function useWorkspaceBySlug(slug: string | undefined) {
  return useQuery({
    queryKey: bySlug(slug),
    queryFn: async ({ signal, client }): Promise<Workspace | null> => {
      try {
        const query = { slug: slug ?? "", include: "me" } as const;
        const [found] = (await api.page(WORKSPACES, { query, signal })).items;
        if (found === undefined) return null;
        const { me, ...workspace } = found;
        if (me) client.setQueryData(keyOf(`${WORKSPACE}/me`, { workspace_id: workspace.id }), me);
        return workspace;
      } catch (error) {
        // An invalid slug names no workspace.
        if (isRefusal(error, 400)) return null;
        throw error;
      }
    },
    enabled: slug !== undefined,
  });
}

/** The reader's membership in a workspace, with their permissions. */
export function useMe(workspaceId: string | undefined) {
  return useAnswer(
    `${WORKSPACE}/me`,
    { params: { workspace_id: workspaceId ?? "" } },
    { enabled: workspaceId !== undefined, refetchInterval: ME_POLL_MS },
  );
}

/** Changes the workspace; shown at once, and reverted if the server refuses. */
export function useUpdateWorkspace({ id, slug }: Workspace) {
  return useAnswerChange(bySlug(slug), {
    send: (body: z.input<typeof UpdateWorkspace>) =>
      api.patch(WORKSPACE, { params: { workspace_id: id }, body }),
    edit: (shown, { name = shown.name, settings }) => {
      const { tracker_enabled } = { ...shown.settings, ...settings };
      return { ...shown, name, settings: tracker_enabled == null ? {} : { tracker_enabled } };
    },
    onSettled: useRefresh(keyOf(WORKSPACES)),
  });
}
