"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  CreateSequence,
  EnrollmentDetail as EnrollmentDetailSchema,
  Enrollment as EnrollmentSchema,
  Sequence as SequenceSchema,
  UpdateSequence,
} from "@/lib/crm/sequences/schema";
import type { CrmTask as CrmTaskSchema } from "@/lib/crm/tasks/schema";
import { get, queryOf, send } from "@/lib/ui/api/client";
import { editLists } from "@/lib/ui/api/list-cache";
import { useList } from "@/lib/ui/api/use-list";
import { workspaceApi } from "@/lib/ui/api/workspaces";

export type Sequence = z.output<typeof SequenceSchema>;
export type Enrollment = z.output<typeof EnrollmentSchema>;
export type EnrollmentDetail = z.output<typeof EnrollmentDetailSchema>;
export type CrmTask = z.output<typeof CrmTaskSchema>;

const POLL_MS = 15_000;
const SEQUENCES_PER_PAGE = "100";

const keys = {
  sequences: (workspaceId: string) => ["sequences", workspaceId] as const,
  sequence: (workspaceId: string, id: string) => ["sequence", workspaceId, id] as const,
  enrollments: (sequenceId: string) => ["sequence-enrollments", sequenceId] as const,
  enrollment: (sequenceId: string, id: string) => ["sequence-enrollment", sequenceId, id] as const,
  tasks: (workspaceId: string) => ["crm-tasks", workspaceId] as const,
};

const sequencePath = (workspaceId: string, id: string, path = "") =>
  workspaceApi(workspaceId, `/crm/sequences/${encodeURIComponent(id)}${path}`);
const enrollmentPath = (workspaceId: string, sequenceId: string, id: string, path = "") =>
  sequencePath(workspaceId, sequenceId, `/enrollments/${encodeURIComponent(id)}${path}`);

/** The workspace's sequences, newest first. */
export function useSequences(workspaceId: string, filters: Record<string, string>) {
  return useList<Sequence>(
    [...keys.sequences(workspaceId), filters],
    workspaceApi(workspaceId, `/crm/sequences${queryOf({ ...filters, limit: SEQUENCES_PER_PAGE })}`),
    { pollMs: POLL_MS },
  );
}

/** One sequence. */
export function useSequence(workspaceId: string, id: string) {
  return useQuery({
    queryKey: keys.sequence(workspaceId, id),
    queryFn: ({ signal }) => get<Sequence>(sequencePath(workspaceId, id), { signal }),
    refetchInterval: POLL_MS,
  });
}

/** Creates a sequence. */
export function useCreateSequence(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof CreateSequence>) =>
      send<Sequence>("POST", workspaceApi(workspaceId, "/crm/sequences"), body),
    onSuccess: (sequence) => {
      queries.setQueryData(keys.sequence(workspaceId, sequence.id), sequence);
      void queries.invalidateQueries({ queryKey: keys.sequences(workspaceId) });
    },
  });
}

/** Changes a sequence, pauses it, or lets it go on. */
export function useUpdateSequence(workspaceId: string, id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof UpdateSequence>) =>
      send<Sequence>("PATCH", sequencePath(workspaceId, id), body),
    onSuccess: (sequence) => {
      queries.setQueryData(keys.sequence(workspaceId, id), sequence);
      void queries.invalidateQueries({ queryKey: keys.sequences(workspaceId) });
      void queries.invalidateQueries({ queryKey: keys.enrollments(id) });
    },
  });
}

/** Deletes a sequence; whoever is in it leaves. */
export function useDeleteSequence(workspaceId: string, id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => send<void>("DELETE", sequencePath(workspaceId, id)),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.sequences(workspaceId) }),
  });
}

/** The records that are or were in a sequence, newest first. */
export function useEnrollments(workspaceId: string, sequenceId: string, filters: Record<string, string>) {
  return useList<Enrollment>(
    [...keys.enrollments(sequenceId), filters],
    sequencePath(workspaceId, sequenceId, `/enrollments${queryOf(filters)}`),
    { pollMs: POLL_MS },
  );
}

/** One enrolment with the steps that were done. */
export function useEnrollment(workspaceId: string, sequenceId: string, id: string) {
  return useQuery({
    queryKey: keys.enrollment(sequenceId, id),
    queryFn: ({ signal }) => get<EnrollmentDetail>(enrollmentPath(workspaceId, sequenceId, id), { signal }),
    refetchInterval: POLL_MS,
  });
}

function useRefresh(workspaceId: string, sequenceId: string) {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [
        keys.enrollments(sequenceId),
        ["sequence-enrollment", sequenceId],
        keys.sequence(workspaceId, sequenceId),
        keys.sequences(workspaceId),
      ].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
}

/** Enrols a record. */
export function useEnroll(workspaceId: string, sequenceId: string) {
  return useMutation({
    mutationFn: (recordId: string) =>
      send<Enrollment>("POST", sequencePath(workspaceId, sequenceId, "/enrollments"), {
        record_id: recordId,
      }),
    onSuccess: useRefresh(workspaceId, sequenceId),
  });
}

/** Pauses an enrolment, or lets it go on. */
export function useUpdateEnrollment(workspaceId: string, sequenceId: string) {
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: "active" | "paused" }) =>
      send<Enrollment>("PATCH", enrollmentPath(workspaceId, sequenceId, id), { status }),
    onSettled: useRefresh(workspaceId, sequenceId),
  });
}

/** Takes a record out of a sequence. */
export function useExitEnrollment(workspaceId: string, sequenceId: string) {
  return useMutation({
    mutationFn: (id: string) =>
      send<Enrollment>("POST", enrollmentPath(workspaceId, sequenceId, id, "/exit")),
    onSettled: useRefresh(workspaceId, sequenceId),
  });
}

/** Tasks about records, newest first. */
export function useTasks(workspaceId: string, filters: Record<string, string>) {
  return useList<CrmTask>(
    [...keys.tasks(workspaceId), "list", filters],
    workspaceApi(workspaceId, `/crm/tasks${queryOf(filters)}`),
    { pollMs: POLL_MS },
  );
}

/** Ticks a task off, or not; it shows at once and is taken back when the server refuses. */
export function useTickTask(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, is_done }: { id: string; is_done: boolean }) =>
      send<CrmTask>("PATCH", workspaceApi(workspaceId, `/crm/tasks/${encodeURIComponent(id)}`), { is_done }),
    onMutate: ({ id, is_done }) =>
      editLists<CrmTask>(queries, [...keys.tasks(workspaceId), "list"], (tasks) =>
        tasks.map((task) => (task.id === id ? { ...task, is_done } : task)),
      ),
    onError: (_error, _change, undo) => undo?.(),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.tasks(workspaceId) }),
  });
}
