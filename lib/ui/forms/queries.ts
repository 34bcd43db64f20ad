"use client";

import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  CreateForm,
  Form as FormSchema,
  FormSummary as FormSummarySchema,
  FormTemplate as FormTemplateSchema,
  UpdateForm,
} from "@/lib/forms/schema";
import type {
  FileLink,
  SubmissionCounts,
  Submission as SubmissionSchema,
} from "@/lib/forms/submissions/schema";
import { download, get, getPage, queryOf, send } from "@/lib/ui/api/client";
import { editLists } from "@/lib/ui/api/list-cache";
import { useList } from "@/lib/ui/api/use-list";
import { workspaceApi } from "@/lib/ui/api/workspaces";

export type Form = z.output<typeof FormSchema>;
export type FormSummary = z.output<typeof FormSummarySchema>;
export type FormTemplate = z.output<typeof FormTemplateSchema>;
export type Submission = z.output<typeof SubmissionSchema>;

const POLL_MS = 15_000;

const keys = {
  forms: (workspaceId: string) => ["forms", workspaceId] as const,
  form: (workspaceId: string, id: string) => ["form", workspaceId, id] as const,
  submissions: (id: string) => ["form-submissions", id] as const,
  counts: (id: string) => ["form-counts", id] as const,
};

const formPath = (workspaceId: string, id: string, path = "") =>
  workspaceApi(workspaceId, `/forms/${encodeURIComponent(id)}${path}`);
const submissionPath = (workspaceId: string, formId: string, id: string, path = "") =>
  formPath(workspaceId, formId, `/submissions/${encodeURIComponent(id)}${path}`);

/** The workspace's forms, newest first. */
export function useForms(workspaceId: string, filters: Record<string, string>, isEnabled = true) {
  return useList<FormSummary>(
    [...keys.forms(workspaceId), filters],
    workspaceApi(workspaceId, `/forms${queryOf(filters)}`),
    { isEnabled },
  );
}

/** What forms can be begun from. */
export function useTemplates(workspaceId: string) {
  return useQuery({
    queryKey: ["form-templates", workspaceId],
    queryFn: async ({ signal }) =>
      (await getPage<FormTemplate>(workspaceApi(workspaceId, "/forms/templates"), signal)).items,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const formQuery = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: keys.form(workspaceId, id),
    queryFn: ({ signal }) => get<Form>(formPath(workspaceId, id), { signal }),
  });

/** One form with its definition and counts. */
export function useForm(workspaceId: string, id: string) {
  return useQuery({ ...formQuery(workspaceId, id), refetchInterval: POLL_MS });
}

/** What a form is called; an error where it is gone. */
export function useFormName(workspaceId: string, id: string, isEnabled: boolean) {
  return useQuery({
    ...formQuery(workspaceId, id),
    select: ({ name }) => name,
    enabled: isEnabled,
  });
}

function useKeep(workspaceId: string) {
  const queries = useQueryClient();
  return (form: Form) => {
    queries.setQueryData(keys.form(workspaceId, form.id), form);
    return queries.invalidateQueries({ queryKey: keys.forms(workspaceId) });
  };
}

export function useCreateForm(workspaceId: string) {
  const keep = useKeep(workspaceId);
  return useMutation({
    mutationFn: (body: z.input<typeof CreateForm>) =>
      send<Form>("POST", workspaceApi(workspaceId, "/forms"), body),
    onSuccess: keep,
  });
}

/** Changes a form; whether it is published shows at once and is taken back when the server refuses. */
export function useUpdateForm(workspaceId: string, id: string) {
  const queries = useQueryClient();
  const keep = useKeep(workspaceId);
  const queryKey = keys.form(workspaceId, id);
  return useMutation({
    mutationFn: (body: z.input<typeof UpdateForm>) => send<Form>("PATCH", formPath(workspaceId, id), body),
    onMutate: async ({ is_public }) => {
      if (is_public === undefined) return () => {};
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Form>(queryKey);
      if (before) queries.setQueryData(queryKey, { ...before, is_public });
      return () => queries.setQueryData(queryKey, before);
    },
    onError: (_error, _body, takeBack) => takeBack?.(),
    onSuccess: keep,
  });
}

export function useDuplicateForm(workspaceId: string) {
  const keep = useKeep(workspaceId);
  return useMutation({
    mutationFn: (id: string) => send<Form>("POST", formPath(workspaceId, id, "/duplicate")),
    onSuccess: keep,
  });
}

/** Deletes a form. The form itself is not read again: it is gone. */
export function useDeleteForm(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send<void>("DELETE", formPath(workspaceId, id)),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.forms(workspaceId) }),
  });
}

export function useRestoreForm(workspaceId: string) {
  const keep = useKeep(workspaceId);
  return useMutation({
    mutationFn: (id: string) => send<Form>("POST", formPath(workspaceId, id, "/restore")),
    onSuccess: keep,
  });
}

/** A form's submissions, newest first. */
export function useSubmissions(
  workspaceId: string,
  formId: string,
  { status, ...rest }: Record<string, string> & { status: "accepted" | "spam" },
) {
  const filters = { status, ...rest };
  return useList<Submission>(
    // Spam is another list: answers must not stand in for it while it loads.
    [...keys.submissions(formId), status, filters],
    formPath(workspaceId, formId, `/submissions${queryOf(filters)}`),
    { pollMs: POLL_MS },
  );
}

/** How many submissions came on each of the last days. */
export function useCounts(workspaceId: string, formId: string) {
  return useQuery({
    queryKey: keys.counts(formId),
    queryFn: ({ signal }) =>
      get<z.output<typeof SubmissionCounts>>(formPath(workspaceId, formId, "/submissions/counts"), {
        signal,
      }),
  });
}

function useRefresh(workspaceId: string, formId: string) {
  const queries = useQueryClient();
  const stale = [keys.submissions(formId), keys.counts(formId), keys.form(workspaceId, formId)];
  return () =>
    Promise.all(
      [...stale, keys.forms(workspaceId)].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
}

/** Moves a submission into the spam or out of it; it leaves the list that is shown at once. */
export function useMarkSpam(workspaceId: string, formId: string) {
  const queries = useQueryClient();
  const refresh = useRefresh(workspaceId, formId);
  return useMutation({
    mutationFn: ({ id, isSpam }: { id: string; isSpam: boolean }) =>
      send<Submission>("PATCH", submissionPath(workspaceId, formId, id), { is_spam: isSpam }),
    onMutate: ({ id }) =>
      editLists<Submission>(queries, keys.submissions(formId), (items) =>
        items.filter((each) => each.id !== id),
      ),
    onError: (_error, _change, takeBack) => takeBack?.(),
    onSettled: refresh,
  });
}

export function useDeleteSubmission(workspaceId: string, formId: string) {
  return useMutation({
    mutationFn: (id: string) => send<void>("DELETE", submissionPath(workspaceId, formId, id)),
    onSuccess: useRefresh(workspaceId, formId),
  });
}

/** Tries again to write a submission to the form's destination. */
export function useRedeliverSubmission(workspaceId: string, formId: string) {
  return useMutation({
    mutationFn: (id: string) =>
      send<Submission>("POST", submissionPath(workspaceId, formId, id, "/redeliver")),
    onSuccess: useRefresh(workspaceId, formId),
  });
}

/** Asks for a URL from which a file can be saved for a minute. @throws ApiError */
export function fileLink(workspaceId: string, formId: string, id: string, uploadId: string) {
  const path = `/files/${encodeURIComponent(uploadId)}`;
  return get<z.output<typeof FileLink>>(submissionPath(workspaceId, formId, id, path));
}

/** Saves what the filters let through as a file. @throws ApiError */
export function exportSubmissions(
  workspaceId: string,
  formId: string,
  format: "csv" | "json",
  filters: Record<string, string>,
): Promise<void> {
  const path = formPath(workspaceId, formId, `/submissions/export${queryOf({ ...filters, format })}`);
  return download(path, `submissions.${format}`);
}
