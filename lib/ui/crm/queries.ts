"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  AttributeOrder,
  Attribute as AttributeSchema,
  CreateAttribute,
  UpdateAttribute,
  Values,
} from "@/lib/crm/attributes/schema";
import type {
  EmailAddresses as EmailAddressesSchema,
  EmailEvent as EmailEventSchema,
} from "@/lib/crm/emails/schema";
import type {
  CrmImportDetail,
  CrmImport as CrmImportSchema,
  ImportRecords,
  ImportResult as ImportResultSchema,
  StartImport,
} from "@/lib/crm/import/schema";
import type { CreateObject, CrmObject as CrmObjectSchema, UpdateObject } from "@/lib/crm/objects/schema";
import type {
  CrmRecord as CrmRecordSchema,
  SelectionResult,
  TimelineEntry as TimelineEntrySchema,
} from "@/lib/crm/records/schema";
import type { Enrollment as EnrollmentSchema, Sequence as SequenceSchema } from "@/lib/crm/sequences/schema";
import type { CreateCrmTask, CrmTask as CrmTaskSchema, UpdateCrmTask } from "@/lib/crm/tasks/schema";
import type { CreateView, UpdateView, View as ViewSchema } from "@/lib/crm/views/schema";
import { download, get, getPage, queryOf, send } from "@/lib/ui/api/client";
import { editLists } from "@/lib/ui/api/list-cache";
import { useList } from "@/lib/ui/api/use-list";
import { type Member, workspaceApi } from "@/lib/ui/api/workspaces";
import { changeRecord, RecordConflict } from "@/lib/ui/crm/change-record";

export type CrmObject = z.output<typeof CrmObjectSchema>;
export type Attribute = z.output<typeof AttributeSchema>;
export type CrmRecord = z.output<typeof CrmRecordSchema>;
export type TimelineEntry = z.output<typeof TimelineEntrySchema>;
export type View = z.output<typeof ViewSchema>;
export type CrmTask = z.output<typeof CrmTaskSchema>;
export type Enrollment = z.output<typeof EnrollmentSchema>;
export type Sequence = z.output<typeof SequenceSchema>;
export type EmailEvent = z.output<typeof EmailEventSchema>;
export type EmailAddresses = z.output<typeof EmailAddressesSchema>;
export type ImportResult = z.output<typeof ImportResultSchema>;
export type Import = z.output<typeof CrmImportSchema>;
export type ImportDetail = z.output<typeof CrmImportDetail>;

const POLL_MS = 30_000;
const UNDER_WAY_POLL_MS = 1_000;
/** As many as one page of the API holds. */
const ALL = "200";

const keys = {
  objects: (workspaceId: string) => ["crm-objects", workspaceId] as const,
  attributes: (workspaceId: string, object: string) => ["crm-attributes", workspaceId, object] as const,
  records: (workspaceId: string, object: string) => ["crm-records", workspaceId, object] as const,
  record: (workspaceId: string, id: string) => ["crm-record", workspaceId, id] as const,
  timeline: (workspaceId: string, id: string) => ["crm-timeline", workspaceId, id] as const,
  imports: (workspaceId: string, object: string) => ["crm-imports", workspaceId, object] as const,
  import: (workspaceId: string, id: string) => ["crm-import", workspaceId, id] as const,
  views: (workspaceId: string, object: string) => ["crm-views", workspaceId, object] as const,
  tasks: (workspaceId: string, recordId: string) => ["crm-tasks", workspaceId, recordId] as const,
  enrollments: (workspaceId: string, recordId: string) => ["crm-enrollments", workspaceId, recordId] as const,
  emails: (workspaceId: string, recordId: string) => ["crm-emails", workspaceId, recordId] as const,
};

const objectApi = (workspaceId: string, object: string, path = "") =>
  workspaceApi(workspaceId, `/crm/objects/${encodeURIComponent(object)}${path}`);
const recordApi = (workspaceId: string, object: string, id: string, path = "") =>
  objectApi(workspaceId, object, `/records/${encodeURIComponent(id)}${path}`);

/** All objects with the attributes in use. */
export function useObjects(workspaceId: string, isEnabled = true) {
  return useQuery({
    queryKey: keys.objects(workspaceId),
    enabled: isEnabled,
    queryFn: ({ signal }) => get<CrmObject[]>(workspaceApi(workspaceId, "/crm/objects"), { signal }),
  });
}

/** Reads again what depends on how objects are made up: their records too, which show the attributes in use. */
function useRefreshObjects(workspaceId: string) {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ["crm-objects", "crm-attributes", "crm-records", "crm-record"].map((kind) =>
        queries.invalidateQueries({ queryKey: [kind, workspaceId] }),
      ),
    );
}

export function useCreateObject(workspaceId: string) {
  return useMutation({
    mutationFn: (body: z.input<typeof CreateObject>) =>
      send<CrmObject>("POST", workspaceApi(workspaceId, "/crm/objects"), body),
    onSuccess: useRefreshObjects(workspaceId),
  });
}

export function useUpdateObject(workspaceId: string, object: string) {
  return useMutation({
    mutationFn: (body: z.input<typeof UpdateObject>) =>
      send<CrmObject>("PATCH", objectApi(workspaceId, object), body),
    onSuccess: useRefreshObjects(workspaceId),
  });
}

export function useDeleteObject(workspaceId: string, object: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => send<void>("DELETE", objectApi(workspaceId, object)),
    // What is of the object itself is not read again: it is gone.
    onSuccess: () =>
      queries.setQueryData<CrmObject[]>(keys.objects(workspaceId), (objects) =>
        objects?.filter(({ slug }) => slug !== object),
      ),
  });
}

/** All attributes of an object, archived ones too. */
export function useAttributes(workspaceId: string, object: string) {
  return useQuery({
    queryKey: keys.attributes(workspaceId, object),
    queryFn: ({ signal }) => get<Attribute[]>(objectApi(workspaceId, object, "/attributes"), { signal }),
  });
}

export function useCreateAttribute(workspaceId: string, object: string) {
  return useMutation({
    mutationFn: (body: z.input<typeof CreateAttribute>) =>
      send<Attribute>("POST", objectApi(workspaceId, object, "/attributes"), body),
    onSuccess: useRefreshObjects(workspaceId),
  });
}

export function useUpdateAttribute(workspaceId: string, object: string) {
  return useMutation({
    mutationFn: ({ slug, ...body }: z.input<typeof UpdateAttribute> & { slug: string }) =>
      send<Attribute>(
        "PATCH",
        objectApi(workspaceId, object, `/attributes/${encodeURIComponent(slug)}`),
        body,
      ),
    onSuccess: useRefreshObjects(workspaceId),
  });
}

/** Puts the attributes in use into an order, which shows at once. */
export function useOrderAttributes(workspaceId: string, object: string) {
  const queries = useQueryClient();
  const queryKey = keys.attributes(workspaceId, object);
  return useMutation({
    mutationFn: (slugs: z.input<typeof AttributeOrder>["slugs"]) =>
      send<Attribute[]>("PUT", objectApi(workspaceId, object, "/attributes"), { slugs }),
    onMutate: async (slugs) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Attribute[]>(queryKey);
      const placeOf = new Map(slugs.map((slug, index) => [slug, index]));
      queries.setQueryData<Attribute[]>(queryKey, (attributes) =>
        attributes?.toSorted(
          (a, b) => (placeOf.get(a.slug) ?? slugs.length) - (placeOf.get(b.slug) ?? slugs.length),
        ),
      );
      return before;
    },
    onError: (_error, _slugs, before) => queries.setQueryData(queryKey, before),
    onSettled: useRefreshObjects(workspaceId),
  });
}

/** Records of an object: filtered, searched and sorted by the server. */
export function useRecords(
  workspaceId: string,
  object: string,
  query: Record<string, string>,
  isEnabled = true,
) {
  return useList<CrmRecord>(
    [...keys.records(workspaceId, object), query],
    objectApi(workspaceId, object, `/records${queryOf(query)}`),
    { pollMs: POLL_MS, isEnabled },
  );
}

/** One record. */
export function useRecord(workspaceId: string, object: string, id: string) {
  return useQuery({
    queryKey: keys.record(workspaceId, id),
    queryFn: ({ signal }) => get<CrmRecord>(recordApi(workspaceId, object, id), { signal }),
  });
}

/** What a record of another object is called; null while that is not known. */
export function useRecordTitle(workspaceId: string, object: string, id: string): string | null {
  return useRecord(workspaceId, object, id).data?.title ?? null;
}

/** What a member is called; null while that is not known, and of those who left. */
export function useMemberName(workspaceId: string, id: string): string | null {
  const member = useQuery({
    queryKey: ["members", workspaceId, "one", id],
    queryFn: ({ signal }) =>
      get<Member>(workspaceApi(workspaceId, `/members/${encodeURIComponent(id)}`), { signal }),
  });
  return member.data?.name ?? null;
}

/** Reads again what shows records of an object and what happened to them. */
function useRefreshRecords(workspaceId: string, object: string) {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: keys.records(workspaceId, object) }),
      queries.invalidateQueries({ queryKey: ["crm-record", workspaceId] }),
      queries.invalidateQueries({ queryKey: ["crm-timeline", workspaceId] }),
    ]);
}

export function useCreateRecord(workspaceId: string, object: string) {
  return useMutation({
    mutationFn: (values: Values) =>
      send<CrmRecord>("POST", objectApi(workspaceId, object, "/records"), { values }),
    onSuccess: useRefreshRecords(workspaceId, object),
  });
}

/** Changes a record as `changeRecord`, from the version that was seen. What it met with is shown at once. */
export function useUpdateRecord(workspaceId: string, object: string, id: string) {
  const queries = useQueryClient();
  const refresh = useRefreshRecords(workspaceId, object);
  const show = (record: CrmRecord) => {
    queries.setQueryData(keys.record(workspaceId, id), record);
    void refresh();
  };
  return useMutation({
    mutationFn: ({ values, base }: { values: Values; base: CrmRecord }) =>
      changeRecord(recordApi(workspaceId, object, id), values, base),
    onSuccess: show,
    onError: (error) => {
      if (error instanceof RecordConflict) show(error.record);
    },
  });
}

/** Gives a selection the same values. */
export function useUpdateRecords(workspaceId: string, object: string) {
  return useMutation({
    mutationFn: ({ ids, values }: { ids: string[]; values: Values }) =>
      send<z.output<typeof SelectionResult>>("PATCH", objectApi(workspaceId, object, "/records"), {
        record_ids: ids,
        values,
      }),
    onSuccess: useRefreshRecords(workspaceId, object),
  });
}

/** Deletes a selection; it leaves the lists at once. */
export function useDeleteRecords(workspaceId: string, object: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) =>
      send<z.output<typeof SelectionResult>>("POST", objectApi(workspaceId, object, "/records/delete"), {
        record_ids: ids,
      }),
    onMutate: (ids) =>
      editLists<CrmRecord>(queries, keys.records(workspaceId, object), (records) =>
        records.filter(({ id }) => !ids.includes(id)),
      ),
    onError: (_error, _ids, takeBack) => takeBack?.(),
    onSettled: useRefreshRecords(workspaceId, object),
  });
}

const RESTORED_AT_ONCE = 8;

/** Brings deleted records back. @throws the first refusal, after all were tried */
export function useRestoreRecords(workspaceId: string, object: string) {
  return useMutation({
    mutationFn: async (ids: string[]) => {
      const refusals: unknown[] = [];
      for (let start = 0; start < ids.length; start += RESTORED_AT_ONCE) {
        const some = ids.slice(start, start + RESTORED_AT_ONCE);
        const results = await Promise.allSettled(
          some.map((id) => send<CrmRecord>("POST", recordApi(workspaceId, object, id, "/restore"))),
        );
        refusals.push(...results.flatMap((each) => (each.status === "rejected" ? [each.reason] : [])));
      }
      if (refusals.length > 0) throw refusals[0];
    },
    onSettled: useRefreshRecords(workspaceId, object),
  });
}

/** Saves the records that the filters let through as CSV. */
export function exportRecords(
  workspaceId: string,
  object: string,
  query: Record<string, string>,
): Promise<void> {
  return download(objectApi(workspaceId, object, `/records/export${queryOf(query)}`), `${object}.csv`);
}

type ImportFile = Omit<z.input<typeof ImportRecords>, "dry_run" | "background">;

/** Tells how an import would go. */
export function useTryImport(workspaceId: string, object: string) {
  return useMutation({
    mutationFn: (body: ImportFile) =>
      send<ImportResult>("POST", objectApi(workspaceId, object, "/records/import"), {
        ...body,
        dry_run: true,
      }),
  });
}

/** Begins an import that goes on by itself; with `dry_run`, one that waits once its rows are checked. */
export function useBeginImport(workspaceId: string, object: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ImportFile & { dry_run?: boolean }) =>
      send<ImportDetail>("POST", objectApi(workspaceId, object, "/records/import"), {
        ...body,
        background: true,
      }),
    onSuccess: (run) => {
      queries.setQueryData(keys.import(workspaceId, run.id), run);
      return queries.invalidateQueries({ queryKey: keys.imports(workspaceId, object) });
    },
  });
}

const importApi = (workspaceId: string, object: string, id: string, path = "") =>
  objectApi(workspaceId, object, `/imports/${encodeURIComponent(id)}${path}`);

/** Whether an import gets further by itself. */
export const isUnderWay = ({ state }: Pick<Import, "state">) =>
  ["receiving", "queued", "checking", "writing", "undoing"].includes(state);

/** The imports of an object, newest first. */
export function useImports(workspaceId: string, object: string) {
  return useList<Import>(
    keys.imports(workspaceId, object),
    objectApi(workspaceId, object, "/imports?limit=10"),
    {
      pollMs: (imports) => (imports.some(isUnderWay) ? UNDER_WAY_POLL_MS : POLL_MS),
    },
  );
}

/** One import, read again and again while it gets further. */
export function useImport(workspaceId: string, object: string, id: string) {
  const refresh = useRefreshRecords(workspaceId, object);
  return useQuery({
    queryKey: keys.import(workspaceId, id),
    queryFn: async ({ signal }) => {
      const run = await get<ImportDetail>(importApi(workspaceId, object, id), { signal });
      // Lists of records show at once what has come of it.
      if (!isUnderWay(run)) void refresh();
      return run;
    },
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? UNDER_WAY_POLL_MS : false),
  });
}

/** Starts a checked import, cancels one, or undoes it. */
export function useMoveImport(
  workspaceId: string,
  object: string,
  id: string,
  to: "start" | "cancel" | "undo",
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof StartImport>) =>
      send<ImportDetail>("POST", importApi(workspaceId, object, id, `/${to}`), body),
    onSuccess: (run) => queries.setQueryData(keys.import(workspaceId, id), run),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.imports(workspaceId, object) }),
  });
}

/** What happened to a record, newest first. */
export function useTimeline(workspaceId: string, object: string, id: string) {
  return useList<TimelineEntry>(
    keys.timeline(workspaceId, id),
    recordApi(workspaceId, object, id, "/timeline?limit=20"),
    { pollMs: POLL_MS },
  );
}

/** Shared views of an object and the reader's own. */
export function useViews(workspaceId: string, object: string) {
  return useQuery({
    queryKey: keys.views(workspaceId, object),
    queryFn: async ({ signal }) =>
      (await getPage<View>(objectApi(workspaceId, object, `/views?limit=${ALL}`), signal)).items,
  });
}

function useRefreshViews(workspaceId: string, object: string) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keys.views(workspaceId, object) });
}

export function useCreateView(workspaceId: string, object: string) {
  return useMutation({
    mutationFn: (body: z.input<typeof CreateView>) =>
      send<View>("POST", objectApi(workspaceId, object, "/views"), body),
    onSuccess: useRefreshViews(workspaceId, object),
  });
}

export function useUpdateView(workspaceId: string, object: string) {
  return useMutation({
    mutationFn: ({ id, ...body }: z.input<typeof UpdateView> & { id: string }) =>
      send<View>("PATCH", objectApi(workspaceId, object, `/views/${encodeURIComponent(id)}`), body),
    onSuccess: useRefreshViews(workspaceId, object),
  });
}

export function useDeleteView(workspaceId: string, object: string) {
  return useMutation({
    mutationFn: (id: string) =>
      send<void>("DELETE", objectApi(workspaceId, object, `/views/${encodeURIComponent(id)}`)),
    onSuccess: useRefreshViews(workspaceId, object),
  });
}

const tasksApi = (workspaceId: string, path = "") => workspaceApi(workspaceId, `/crm/tasks${path}`);

/** The tasks about a record, newest first. */
export function useCrmTasks(workspaceId: string, recordId: string) {
  return useList<CrmTask>(
    keys.tasks(workspaceId, recordId),
    tasksApi(workspaceId, queryOf({ record_id: recordId })),
    { pollMs: POLL_MS },
  );
}

export function useCreateCrmTask(workspaceId: string, recordId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Omit<z.input<typeof CreateCrmTask>, "record_id">) =>
      send<CrmTask>("POST", tasksApi(workspaceId), { ...body, record_id: recordId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.tasks(workspaceId, recordId) }),
  });
}

/** Changes a task; whether it is done shows at once. */
export function useUpdateCrmTask(workspaceId: string, recordId: string) {
  const queries = useQueryClient();
  const queryKey = keys.tasks(workspaceId, recordId);
  return useMutation({
    mutationFn: ({ id, ...body }: z.input<typeof UpdateCrmTask> & { id: string }) =>
      send<CrmTask>("PATCH", tasksApi(workspaceId, `/${encodeURIComponent(id)}`), body),
    onMutate: ({ id, is_done }) =>
      editLists<CrmTask>(queries, queryKey, (tasks) =>
        tasks.map((task) => (task.id === id ? { ...task, is_done: is_done ?? task.is_done } : task)),
      ),
    onError: (_error, _body, takeBack) => takeBack?.(),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

/** The sequences that a record is in or was in, newest first. */
export function useEnrollments(workspaceId: string, recordId: string) {
  return useList<Enrollment>(
    keys.enrollments(workspaceId, recordId),
    workspaceApi(workspaceId, `/crm/sequences/enrollments${queryOf({ record_id: recordId })}`),
    { pollMs: POLL_MS },
  );
}

/** The sequences for records of an object that a text is a part of the name of. */
export function useSequencesFor(workspaceId: string, object: string, search: string) {
  return useQuery({
    queryKey: ["crm-sequences", workspaceId, "picker", search],
    queryFn: async ({ signal }) => {
      const path = workspaceApi(workspaceId, `/crm/sequences${queryOf({ search, limit: ALL })}`);
      return (await getPage<Sequence>(path, signal)).items;
    },
    select: (sequences) => sequences.filter((sequence) => sequence.object === object),
    placeholderData: keepPreviousData,
  });
}

export function useEnroll(workspaceId: string, recordId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sequenceId: string) =>
      send<Enrollment>(
        "POST",
        workspaceApi(workspaceId, `/crm/sequences/${encodeURIComponent(sequenceId)}/enrollments`),
        { record_id: recordId },
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.enrollments(workspaceId, recordId) }),
  });
}

type Step = { enrollment: Enrollment; to: "active" | "paused" | "exited" };

/** Pauses an enrolment, lets it go on, or ends it. */
export function useMoveEnrollment(workspaceId: string, recordId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ enrollment: { id, sequence_id }, to }: Step) => {
      const path = workspaceApi(
        workspaceId,
        `/crm/sequences/${encodeURIComponent(sequence_id)}/enrollments/${encodeURIComponent(id)}`,
      );
      return to === "exited"
        ? send<Enrollment>("POST", `${path}/exit`)
        : send<Enrollment>("PATCH", path, { status: to });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keys.enrollments(workspaceId, recordId) }),
  });
}

/** What became of mails to a record's addresses, newest first. */
export function useEmailEvents(workspaceId: string, object: string, id: string) {
  return useList<EmailEvent>(
    [...keys.emails(workspaceId, id), "events"],
    recordApi(workspaceId, object, id, "/email-events?limit=20"),
  );
}

/** A record's addresses, and whether they may get mail. */
export function useEmailAddresses(workspaceId: string, object: string, id: string) {
  return useQuery({
    queryKey: [...keys.emails(workspaceId, id), "addresses"],
    queryFn: ({ signal }) =>
      get<EmailAddresses>(recordApi(workspaceId, object, id, "/email-addresses"), { signal }),
  });
}

/** Lets an address that bounced or complained get mail again. */
export function useAllowMail(workspaceId: string, object: string, id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (address: string) =>
      send<EmailAddresses>("PATCH", recordApi(workspaceId, object, id, "/email-addresses"), {
        address,
        do_not_mail: null,
      }),
    onSuccess: (addresses) => queries.setQueryData([...keys.emails(workspaceId, id), "addresses"], addresses),
  });
}
