import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import type { AnswerOf, ItemOf, QueryOf } from "@/lib/ui/api/input";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { keyOf, useList, useListChange, useOpened, useRefresh, useSend } from "@/lib/ui/api/resource-queries";

export type Sequence = ItemOf<typeof SEQUENCES>;
export type Enrollment = ItemOf<typeof ENROLLMENTS>;
export type EnrollmentDetail = AnswerOf<"GET", typeof ENROLLMENT>;
export type CrmTask = ItemOf<typeof TASKS>;

const POLL_MS = 15_000;
const BUSY_POLL_MS = 2_000;
const SEQUENCES_PER_PAGE = 100;

const CRM = "/workspaces/{workspace_id}/crm";
const SEQUENCES = `${CRM}/sequences` as const;
const SEQUENCE = `${SEQUENCES}/{sequence_id}` as const;
const ENROLLMENTS = `${SEQUENCE}/enrollments` as const;
const ENROLLMENT = `${ENROLLMENTS}/{enrollment_id}` as const;
const TASKS = `${CRM}/tasks` as const;

/** The workspace's sequences, newest first. */
export function useSequences(filters: QueryOf<typeof SEQUENCES>) {
  const query = { ...filters, limit: SEQUENCES_PER_PAGE };
  return useList(SEQUENCES, { params: useWorkspaceParams(), query }, { pollMs: POLL_MS });
}

/** One sequence. */
export function useSequence(id: string) {
  const params = useWorkspaceParams({ sequence_id: id });
  return useOpened(SEQUENCE, { params });
}

/** Creates a sequence. */
export function useCreateSequence() {
  const queries = useQueryClient();
  const params = useWorkspaceParams();
  const refresh = useRefresh(keyOf(SEQUENCES, params));
  return useSend("post", SEQUENCES, params, {
    onSuccess: (sequence) => {
      queries.setQueryData(keyOf(SEQUENCE, { ...params, sequence_id: sequence.id }), sequence);
      void refresh();
    },
  });
}

/** Changes, pauses or resumes a sequence. */
export function useUpdateSequence(id: string) {
  const queries = useQueryClient();
  const params = useWorkspaceParams({ sequence_id: id });
  const refresh = useRefresh(keyOf(SEQUENCES, useWorkspaceParams()), keyOf(ENROLLMENTS, params));
  return useSend("patch", SEQUENCE, params, {
    onSuccess: (sequence) => {
      queries.setQueryData(keyOf(SEQUENCE, params), sequence);
      void refresh();
    },
    // Others may have changed it: the page says so once it knows.
    onError: () => queries.invalidateQueries({ queryKey: keyOf(SEQUENCE, params) }),
  });
}

/** Deletes a sequence; its records leave it. */
export function useDeleteSequence(id: string) {
  const params = useWorkspaceParams({ sequence_id: id });
  return useSend("delete", SEQUENCE, params, {
    onSuccess: useRefresh(keyOf(SEQUENCES, useWorkspaceParams())),
  });
}

const isRetrying = ({ steps_retrying }: Enrollment) => steps_retrying > 0;

/** The records that are or were in a sequence, newest first. */
export function useEnrollments(sequenceId: string, query: QueryOf<typeof ENROLLMENTS>) {
  const params = useWorkspaceParams({ sequence_id: sequenceId });
  return useList(
    ENROLLMENTS,
    { params, query },
    { pollMs: (rows) => (rows.some(isRetrying) ? BUSY_POLL_MS : POLL_MS) },
  );
}

/** One enrolment with its finished steps. */
export function useEnrollment(sequenceId: string, id: string) {
  const params = useWorkspaceParams({ sequence_id: sequenceId, enrollment_id: id });
  return useOpened(
    ENROLLMENT,
    { params },
    { refetchInterval: ({ state }) => (state.data && isRetrying(state.data) ? BUSY_POLL_MS : POLL_MS) },
  );
}

function useRefreshEnrollments(sequenceId: string) {
  const params = useWorkspaceParams({ sequence_id: sequenceId });
  return useRefresh(
    keyOf(ENROLLMENTS, params),
    keyOf(ENROLLMENT, params),
    keyOf(SEQUENCE, params),
    keyOf(SEQUENCES, useWorkspaceParams()),
  );
}

/** Enrols a record. */
export function useEnroll(sequenceId: string) {
  const params = useWorkspaceParams({ sequence_id: sequenceId });
  return useMutation({
    mutationFn: (recordId: string) => api.post(ENROLLMENTS, { params, body: { record_id: recordId } }),
    onSuccess: useRefreshEnrollments(sequenceId),
  });
}

/** Pauses or resumes an enrolment. */
export function useUpdateEnrollment(sequenceId: string) {
  const params = useWorkspaceParams({ sequence_id: sequenceId });
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: "active" | "paused" }) =>
      api.patch(ENROLLMENT, { params: { ...params, enrollment_id: id }, body: { status } }),
    onSettled: useRefreshEnrollments(sequenceId),
  });
}

/** Removes a record from a sequence. */
export function useExitEnrollment(sequenceId: string) {
  const params = useWorkspaceParams({ sequence_id: sequenceId });
  return useSend("post", `${ENROLLMENT}/exit`, params, {
    onSettled: useRefreshEnrollments(sequenceId),
  });
}

/** Has the failed steps of an enrolment tried again. */
export function useRetryEnrollment(sequenceId: string) {
  const params = useWorkspaceParams({ sequence_id: sequenceId });
  return useSend("post", `${ENROLLMENT}/retry`, params, {
    onSettled: useRefreshEnrollments(sequenceId),
  });
}

/** Has all failed steps of a sequence tried again. */
export function useRetrySteps(sequenceId: string) {
  const params = useWorkspaceParams({ sequence_id: sequenceId });
  return useSend("post", `${SEQUENCE}/retry`, params, {
    onSuccess: useRefreshEnrollments(sequenceId),
  });
}

/** Tasks about records, newest first. */
export function useTasks(query: QueryOf<typeof TASKS>) {
  return useList(TASKS, { params: useWorkspaceParams(), query }, { pollMs: POLL_MS });
}

/** Ticks or unticks a task; shown at once, and reverted if the server refuses. */
export function useTickTask() {
  const params = useWorkspaceParams();
  return useListChange(keyOf(TASKS, params), {
    send: ({ id, is_done }: { id: string; is_done: boolean }) =>
      api.patch(`${TASKS}/{task_id}`, { params: { ...params, task_id: id }, body: { is_done } }),
    edit: (tasks, { id, is_done }) => tasks.map((task) => (task.id === id ? { ...task, is_done } : task)),
    onSettled: useRefresh(keyOf(TASKS, params)),
  });
}
