import { useQueryClient } from "@tanstack/react-query";
import { api, isRefusal } from "@/lib/ui/api/client";
import type { AnswerOf, ItemOf, QueryOf } from "@/lib/ui/api/input";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { browserTimeZone } from "@/lib/ui/api/profile";
import {
  keyOf,
  useAnswer,
  useFirstPage,
  useList,
  useListChange,
  useOpened,
  useRefresh,
  useSend,
} from "@/lib/ui/api/resource-queries";

export type Form = AnswerOf<"GET", typeof FORM>;
export type FormSummary = ItemOf<typeof FORMS>;
export type FormTemplate = ItemOf<`${typeof FORMS}/templates`>;
export type Submission = ItemOf<typeof SUBMISSIONS>;
export type Summary = AnswerOf<"GET", `${typeof SUBMISSIONS}/summary`>;

const POLL_MS = 15_000;

const FORMS = "/workspaces/{workspace_id}/forms";
const FORM = `${FORMS}/{form_id}` as const;
const LOGO = `${FORM}/logo` as const;
const SUBMISSIONS = `${FORM}/submissions` as const;
const SUBMISSION = `${SUBMISSIONS}/{submission_id}` as const;
const COUNTS = `${SUBMISSIONS}/counts` as const;
const EXPORT = `${SUBMISSIONS}/export` as const;

/** The workspace's forms, newest first. */
export function useForms(query: QueryOf<typeof FORMS>, isEnabled = true) {
  return useList(FORMS, { params: useWorkspaceParams(), query }, { isEnabled });
}

/** The templates for forms. */
export function useTemplates() {
  return useFirstPage(
    `${FORMS}/templates`,
    { params: useWorkspaceParams() },
    { select: ({ items }) => items, staleTime: Number.POSITIVE_INFINITY },
  );
}

/** One form with its definition and counts. */
export function useForm(id: string) {
  const params = useWorkspaceParams({ form_id: id });
  return useOpened(FORM, { params });
}

/** A form's logo as a data URL; not asked for if it has none. */
export function useFormLogo({ id, has_logo }: Pick<Form, "id" | "has_logo">) {
  const params = useWorkspaceParams({ form_id: id });
  const { data = null } = useAnswer(LOGO, { params }, { select: ({ logo }) => logo, enabled: has_logo });
  return has_logo ? data : null;
}

/** Gives a form a logo, or takes it away. */
export function useSetFormLogo(id: string) {
  const params = useWorkspaceParams({ form_id: id });
  return useSend("put", LOGO, params, { onSuccess: useRefresh(keyOf(FORM, params), keyOf(LOGO, params)) });
}

/** A form's name; an error if it was deleted. */
export function useFormName(id: string, isEnabled: boolean) {
  const params = useWorkspaceParams({ form_id: id });
  return useAnswer(FORM, { params }, { select: ({ name }) => name, enabled: isEnabled });
}

/** The keys and labels of a form's fields. */
export function useFormFields(id: string, isEnabled: boolean) {
  const params = useWorkspaceParams({ form_id: id });
  return useAnswer(
    FORM,
    { params },
    { select: ({ fields }) => fields.map(({ key, label }) => ({ key, label })), enabled: isEnabled },
  );
}

function useKeep() {
  const queries = useQueryClient();
  const params = useWorkspaceParams();
  const refresh = useRefresh(keyOf(FORMS, params));
  return (form: Form) => {
    queries.setQueryData(keyOf(FORM, { ...params, form_id: form.id }), form);
    return refresh();
  };
}

export function useCreateForm() {
  const params = useWorkspaceParams();
  return useSend("post", FORMS, params, { onSuccess: useKeep() });
}

/** Changes a form. Not shown before the server confirms it: until then its visitors would not find it. */
export function useUpdateForm(id: string) {
  const params = useWorkspaceParams({ form_id: id });
  const refresh = useRefresh(keyOf(FORM, params));
  return useSend("patch", FORM, params, {
    onSuccess: useKeep(),
    // Somebody else has saved it: the editors say so, and offer what was saved.
    onError: (error) => (isRefusal(error, 409) ? refresh() : undefined),
  });
}

export function useDuplicateForm() {
  const params = useWorkspaceParams();
  return useSend("post", `${FORM}/duplicate`, params, { onSuccess: useKeep() });
}

/** Deletes a form. Its own queries must not be refetched. */
export function useDeleteForm() {
  const params = useWorkspaceParams();
  return useSend("delete", FORM, params, { onSuccess: useRefresh(keyOf(FORMS, params)) });
}

export function useRestoreForm() {
  const params = useWorkspaceParams();
  return useSend("post", `${FORM}/restore`, params, { onSuccess: useKeep() });
}

type SubmissionFilters = QueryOf<typeof SUBMISSIONS>;

/** A form's submissions, newest first. */
export function useSubmissions(formId: string, query: SubmissionFilters & { status: "accepted" | "spam" }) {
  return useList(
    SUBMISSIONS,
    { params: useWorkspaceParams({ form_id: formId }), query },
    // Spam is a separate list, so answers must not be shown in its place while it loads.
    { pollMs: POLL_MS, part: query.status },
  );
}

/** Submissions per day, for the last days. */
export function useCounts(formId: string) {
  const query = { zone: browserTimeZone() };
  return useAnswer(COUNTS, { params: useWorkspaceParams({ form_id: formId }), query });
}

/** A summary of all answers, question by question. */
export function useSummary(formId: string) {
  return useAnswer(`${SUBMISSIONS}/summary`, { params: useWorkspaceParams({ form_id: formId }) });
}

function useRefreshSubmissions(formId: string) {
  const params = useWorkspaceParams({ form_id: formId });
  return useRefresh(
    keyOf(SUBMISSIONS, params),
    keyOf(COUNTS, params),
    keyOf(`${SUBMISSIONS}/summary`, params),
    keyOf(FORM, params),
    keyOf(FORMS, useWorkspaceParams()),
  );
}

/** Marks a submission as spam or not; it leaves the current list at once. */
export function useMarkSpam(formId: string) {
  const params = useWorkspaceParams({ form_id: formId });
  return useListChange(keyOf(SUBMISSIONS, params), {
    send: ({ id, isSpam }: { id: string; isSpam: boolean }) =>
      api.patch(SUBMISSION, { params: { ...params, submission_id: id }, body: { is_spam: isSpam } }),
    edit: (items, { id }) => items.filter((each) => each.id !== id),
    onSettled: useRefreshSubmissions(formId),
  });
}

export function useDeleteSubmission(formId: string) {
  const params = useWorkspaceParams({ form_id: formId });
  return useSend("delete", SUBMISSION, params, { onSuccess: useRefreshSubmissions(formId) });
}

/** Retries writing a submission to the form's destination. */
export function useRedeliverSubmission(formId: string) {
  const params = useWorkspaceParams({ form_id: formId });
  return useSend("post", `${SUBMISSION}/redeliver`, params, {
    onSuccess: useRefreshSubmissions(formId),
  });
}

/** Requests a URL from which a file can be downloaded for one minute. @throws ApiError */
export function fileLink(workspaceId: string, formId: string, id: string, uploadId: string) {
  return api.get(`${SUBMISSION}/files/{upload_id}`, {
    params: { workspace_id: workspaceId, form_id: formId, submission_id: id, upload_id: uploadId },
  });
}

/** Saves the submissions that match the filters as a file. @throws ApiError */
export function exportSubmissions(
  workspaceId: string,
  formId: string,
  format: "csv" | "json",
  filters: Omit<QueryOf<typeof EXPORT>, "format">,
): Promise<void> {
  const params = { workspace_id: workspaceId, form_id: formId };
  return api.download(EXPORT, { params, query: { ...filters, format } }, `submissions.${format}`);
}
