import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { BodyOf, ItemOf, QueryOf } from "@/lib/ui/api/input";
import {
  keyOf,
  useAnswer,
  useAnswerChange,
  useList,
  useRefresh,
  withChange,
} from "@/lib/ui/api/resource-queries";
import { useProjectParams } from "@/lib/ui/projects/project-frame";

export type StaffRequest = ItemOf<typeof REQUESTS>;
export type StaffComment = ItemOf<typeof COMMENTS>;

const REQUESTS = "/workspaces/{workspace_id}/projects/{project_id}/requests";
const REQUEST = `${REQUESTS}/{request_id}` as const;
const COMMENTS = `${REQUEST}/comments` as const;
const CHANGES = `${REQUEST}/changes` as const;
const SETTINGS = `${REQUESTS}/settings` as const;
const BLOCKED = "/workspaces/{workspace_id}/projects/{project_id}/blocked-visitors";

const COMMENTS_PAGE = 200;

export type RequestChange = BodyOf<"PATCH", typeof REQUEST>;
type RequestFilters = QueryOf<typeof REQUESTS>;

/** A project's requests as its staff see them. */
export function useRequests(query: RequestFilters, isEnabled = true) {
  const params = useProjectParams();
  return useList(REQUESTS, { params, query }, { isEnabled });
}

export function useRequest(id: string) {
  return useAnswer(REQUEST, {
    params: useProjectParams({ request_id: id }),
  });
}

export function useRequestComments(id: string) {
  const params = useProjectParams({ request_id: id });
  return useList(COMMENTS, { params, query: { limit: COMMENTS_PAGE } });
}

export function useRequestChanges(id: string) {
  return useAnswer(CHANGES, {
    params: useProjectParams({ request_id: id }),
  });
}

/** The staff's actions on requests. Afterwards everything shown about them is refetched. */
export function useModeration() {
  const params = useProjectParams();
  const onSuccess = useRefresh(
    ...([REQUESTS, REQUEST, COMMENTS, CHANGES, BLOCKED] as const).map((path) => keyOf(path, params)),
  );
  return {
    update: useMutation({
      mutationFn: ({ id, ...body }: RequestChange & { id: string }) =>
        api.patch(REQUEST, { params: { ...params, request_id: id }, body }),
      onSuccess,
    }),
    reply: useMutation({
      mutationFn: ({ id, body }: { id: string; body: string }) =>
        api.post(COMMENTS, { params: { ...params, request_id: id }, body: { body } }),
      onSuccess,
    }),
    moderate: useMutation({
      mutationFn: ({
        id,
        commentId,
        visibility,
      }: {
        id: string;
        commentId: string;
        visibility: "visible" | "hidden";
      }) =>
        api.patch(`${COMMENTS}/{comment_id}`, {
          params: { ...params, request_id: id, comment_id: commentId },
          body: { visibility },
        }),
      onSuccess,
    }),
    merge: useMutation({
      mutationFn: ({ id, intoId }: { id: string; intoId: string }) =>
        api.post(`${REQUEST}/merge`, { params: { ...params, request_id: id }, body: { into_id: intoId } }),
      onSuccess,
    }),
    block: useMutation({
      mutationFn: ({ developerId, isBlocked }: { developerId: string; isBlocked: boolean }) => {
        const input = { params: { ...params, developer_id: developerId } };
        return isBlocked
          ? api.put(`${BLOCKED}/{developer_id}`, input)
          : api.delete(`${BLOCKED}/{developer_id}`, input);
      },
      onSuccess,
    }),
  };
}

export function usePageSettings() {
  return useAnswer(SETTINGS, { params: useProjectParams() });
}

/** Changes the public page's settings; shown at once, and reverted if the server refuses. */
export function useUpdatePageSettings() {
  const params = useProjectParams();
  return useAnswerChange(keyOf(SETTINGS, params), {
    send: (body: BodyOf<"PATCH", typeof SETTINGS>) => api.patch(SETTINGS, { params, body }),
    edit: (settings, change) => ({
      ...withChange(settings, change),
      has_logo: change.logo === undefined ? settings.has_logo : change.logo !== null,
    }),
  });
}

export function useBlocked() {
  return useList(BLOCKED, { params: useProjectParams() });
}
