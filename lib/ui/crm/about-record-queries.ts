import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { BodyOf, ItemOf } from "@/lib/ui/api/input";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import {
  keyOf,
  useAnswer,
  useFirstPage,
  useList,
  useListChange,
  useRefresh,
} from "@/lib/ui/api/resource-queries";

/* What a record's page shows besides its values: timeline, tasks, sequences, mail. */

export type TimelineEntry = ItemOf<typeof TIMELINE>;
export type CrmTask = ItemOf<typeof TASKS>;
export type Enrollment = ItemOf<typeof ENROLLMENTS>;
export type EmailEvent = ItemOf<`${typeof RECORD}/email-events`>;

const POLL_MS = 30_000;
const TIMELINE_PAGE = 20;
const EMAIL_EVENTS_PAGE = 20;
/** The most that one page of the API returns. */
const ALL = 200;

const CRM = "/workspaces/{workspace_id}/crm";
const RECORD = `${CRM}/objects/{object_slug}/records/{record_id}` as const;
const TIMELINE = `${RECORD}/timeline` as const;
const EMAIL_ADDRESSES = `${RECORD}/email-addresses` as const;
const TASKS = `${CRM}/tasks` as const;
const SEQUENCES = `${CRM}/sequences` as const;
const ENROLLMENTS = `${SEQUENCES}/enrollments` as const;
const ENROLLMENT = `${SEQUENCES}/{sequence_id}/enrollments/{enrollment_id}` as const;

/** What happened to a record, newest first. */
export function useTimeline(object: string, id: string) {
  const params = useWorkspaceParams({ object_slug: object, record_id: id });
  return useList(TIMELINE, { params, query: { limit: TIMELINE_PAGE } }, { pollMs: POLL_MS });
}

/** The tasks about a record, newest first. */
export function useCrmTasks(recordId: string) {
  return useList(
    TASKS,
    { params: useWorkspaceParams(), query: { record_id: recordId } },
    { pollMs: POLL_MS },
  );
}

export function useCreateCrmTask(recordId: string) {
  const params = useWorkspaceParams();
  return useMutation({
    mutationFn: (body: Omit<BodyOf<"POST", typeof TASKS>, "record_id">) =>
      api.post(TASKS, { params, body: { ...body, record_id: recordId } }),
    onSuccess: useRefresh(keyOf(TASKS, params, { record_id: recordId })),
  });
}

const TASK = `${TASKS}/{task_id}` as const;

/** Changes a task; ticking it shows at once. */
export function useUpdateCrmTask(recordId: string) {
  const params = useWorkspaceParams();
  const queryKey = keyOf(TASKS, params, { record_id: recordId });
  return useListChange(queryKey, {
    send: ({ id, ...body }: BodyOf<"PATCH", typeof TASK> & { id: string }) =>
      api.patch(TASK, { params: { ...params, task_id: id }, body }),
    edit: (tasks, { id, is_done }) =>
      tasks.map((task) => (task.id === id ? { ...task, is_done: is_done ?? task.is_done } : task)),
    onSettled: useRefresh(queryKey),
  });
}

/** The sequences that a record is in or was in, newest first. */
export function useEnrollments(recordId: string) {
  return useList(
    ENROLLMENTS,
    { params: useWorkspaceParams(), query: { record_id: recordId } },
    { pollMs: POLL_MS },
  );
}

/** The sequences for an object's records whose names contain a text. */
export function useSequencesFor(object: string, search: string) {
  return useFirstPage(
    SEQUENCES,
    { params: useWorkspaceParams(), query: { search, limit: ALL } },
    {
      select: ({ items }) => items.filter((sequence) => sequence.object === object),
      placeholderData: keepPreviousData,
    },
  );
}

function useRefreshEnrollments(recordId: string) {
  return useRefresh(keyOf(ENROLLMENTS, useWorkspaceParams(), { record_id: recordId }));
}

export function useEnroll(recordId: string) {
  const params = useWorkspaceParams();
  return useMutation({
    mutationFn: (sequenceId: string) =>
      api.post(`${SEQUENCES}/{sequence_id}/enrollments`, {
        params: { ...params, sequence_id: sequenceId },
        body: { record_id: recordId },
      }),
    onSettled: useRefreshEnrollments(recordId),
  });
}

type Step = { enrollment: Enrollment; to: "active" | "paused" | "exited" };

/** Pauses, resumes or ends an enrolment. */
export function useMoveEnrollment(recordId: string) {
  const inWorkspace = useWorkspaceParams();
  return useMutation({
    mutationFn: ({ enrollment: { id, sequence_id }, to }: Step) => {
      const params = { ...inWorkspace, sequence_id, enrollment_id: id };
      return to === "exited"
        ? api.post(`${ENROLLMENT}/exit`, { params })
        : api.patch(ENROLLMENT, { params, body: { status: to } });
    },
    onSettled: useRefreshEnrollments(recordId),
  });
}

/** Events of mails to a record's addresses, newest first. */
export function useEmailEvents(object: string, id: string) {
  const params = useWorkspaceParams({ object_slug: object, record_id: id });
  return useList(`${RECORD}/email-events`, { params, query: { limit: EMAIL_EVENTS_PAGE } });
}

/** A record's addresses, and whether mail may be sent to them. */
export function useEmailAddresses(object: string, id: string) {
  return useAnswer(EMAIL_ADDRESSES, {
    params: useWorkspaceParams({ object_slug: object, record_id: id }),
  });
}

/** Allows mail again to an address that bounced or complained. */
export function useAllowMail(object: string, id: string) {
  const queries = useQueryClient();
  const params = useWorkspaceParams({ object_slug: object, record_id: id });
  return useMutation({
    mutationFn: (address: string) =>
      api.patch(EMAIL_ADDRESSES, { params, body: { address, do_not_mail: null } }),
    onSuccess: (addresses) => queries.setQueryData(keyOf(EMAIL_ADDRESSES, params), addresses),
  });
}
