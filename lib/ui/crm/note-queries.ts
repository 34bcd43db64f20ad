"use client";

import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import { keyOf, useAnswer, useList, useRefresh, useSend } from "@/lib/ui/api/resource-queries";
import type { CrmRecord } from "@/lib/ui/crm/queries";

const POLL_MS = 30_000;
const NOTES_PAGE = 10;

const RECORD = "/workspaces/{workspace_id}/crm/objects/{object_slug}/records/{record_id}";
const NOTES = `${RECORD}/notes` as const;
const NOTE = `${NOTES}/{note_id}` as const;

const paramsOf = (workspaceId: string, { object, id }: CrmRecord) => ({
  workspace_id: workspaceId,
  object_slug: object,
  record_id: id,
});

/** The notes about a record, newest first. */
export function useNotes(workspaceId: string, record: CrmRecord) {
  const params = paramsOf(workspaceId, record);
  return useList(NOTES, { params, query: { limit: NOTES_PAGE } }, { pollMs: POLL_MS });
}

export function useAddNote(workspaceId: string, record: CrmRecord) {
  const params = paramsOf(workspaceId, record);
  return useMutation({
    mutationFn: (body: string) => api.post(NOTES, { params, body: { body } }),
    onSuccess: useRefresh(keyOf(NOTES, params)),
  });
}

export function useEditNote(workspaceId: string, record: CrmRecord) {
  const params = paramsOf(workspaceId, record);
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: string }) =>
      api.patch(NOTE, { params: { ...params, note_id: id }, body: { body } }),
    onSuccess: useRefresh(keyOf(NOTES, params)),
  });
}

export function useDeleteNote(workspaceId: string, record: CrmRecord) {
  const params = paramsOf(workspaceId, record);
  return useSend("delete", NOTE, params, { onSuccess: useRefresh(keyOf(NOTES, params)) });
}

/** Which records refer to a record, by which attribute, and how many. */
export function useRelated(workspaceId: string, record: CrmRecord) {
  return useAnswer(`${RECORD}/related`, { params: paramsOf(workspaceId, record) });
}
