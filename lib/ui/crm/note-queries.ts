import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { keyOf, useAnswer, useList, useRefresh, useSend } from "@/lib/ui/api/resource-queries";
import type { CrmRecord } from "@/lib/ui/crm/queries";

const POLL_MS = 30_000;
const NOTES_PAGE = 10;

const RECORD = "/workspaces/{workspace_id}/crm/objects/{object_slug}/records/{record_id}";
const NOTES = `${RECORD}/notes` as const;
const NOTE = `${NOTES}/{note_id}` as const;

const useRecordParams = ({ object, id }: CrmRecord) =>
  useWorkspaceParams({ object_slug: object, record_id: id });

/** The notes about a record, newest first. */
export function useNotes(record: CrmRecord) {
  const params = useRecordParams(record);
  return useList(NOTES, { params, query: { limit: NOTES_PAGE } }, { pollMs: POLL_MS });
}

export function useAddNote(record: CrmRecord) {
  const params = useRecordParams(record);
  return useMutation({
    mutationFn: (body: string) => api.post(NOTES, { params, body: { body } }),
    onSuccess: useRefresh(keyOf(NOTES, params)),
  });
}

export function useEditNote(record: CrmRecord) {
  const params = useRecordParams(record);
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: string }) =>
      api.patch(NOTE, { params: { ...params, note_id: id }, body: { body } }),
    onSuccess: useRefresh(keyOf(NOTES, params)),
  });
}

export function useDeleteNote(record: CrmRecord) {
  const params = useRecordParams(record);
  return useSend("delete", NOTE, params, { onSuccess: useRefresh(keyOf(NOTES, params)) });
}

/** Which records refer to a record, by which attribute, and how many. */
export function useRelated(record: CrmRecord) {
  return useAnswer(`${RECORD}/related`, { params: useRecordParams(record) });
}
