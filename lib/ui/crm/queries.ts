import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Values } from "@/lib/crm/attributes/schema";
import { chunks } from "@/lib/platform/chunks";
import { api } from "@/lib/ui/api/client";
import type { AnswerOf, BodyOf, ItemOf, QueryOf } from "@/lib/ui/api/input";
import { useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import {
  editItems,
  keyOf,
  useAnswer,
  useAnswerChange,
  useFirstPage,
  useList,
  useListChange,
  useRefresh,
  useSend,
} from "@/lib/ui/api/resource-queries";
import { changeRecord, RecordConflict } from "@/lib/ui/crm/change-record";
import { optionsNow } from "@/lib/ui/values/options-now";

export type CrmObject = AnswerOf<"GET", typeof OBJECT>;
export type Attribute = AnswerOf<"GET", typeof ATTRIBUTES>[number];
export type CrmRecord = ItemOf<typeof RECORDS>;
export type View = ItemOf<typeof VIEWS>;

/** The most that one page of the API returns. */
const ALL = 200;

const WORKSPACE = "/workspaces/{workspace_id}";
const CRM = `${WORKSPACE}/crm` as const;
const OBJECTS = `${CRM}/objects` as const;
const OBJECT = `${OBJECTS}/{object_slug}` as const;
const ATTRIBUTES = `${OBJECT}/attributes` as const;
const RECORDS = `${OBJECT}/records` as const;
const RECORD = `${RECORDS}/{record_id}` as const;
const BOARD = `${RECORDS}/board` as const;
const TIMELINE = `${RECORD}/timeline` as const;
const VIEWS = `${OBJECT}/views` as const;
const VIEW = `${VIEWS}/{view_id}` as const;

/** All objects with their active attributes. */
export function useObjects(isEnabled = true) {
  return useAnswer(OBJECTS, { params: useWorkspaceParams() }, { enabled: isEnabled });
}

/** Refetches what depends on objects' attributes, including records, which show them. */
function useRefreshObjects() {
  const params = useWorkspaceParams();
  return useRefresh(...([OBJECTS, ATTRIBUTES, RECORDS, RECORD] as const).map((path) => keyOf(path, params)));
}

export function useCreateObject() {
  const params = useWorkspaceParams();
  return useSend("post", OBJECTS, params, { onSuccess: useRefreshObjects() });
}

export function useUpdateObject(object: string) {
  const params = useWorkspaceParams({ object_slug: object });
  return useSend("patch", OBJECT, params, { onSuccess: useRefreshObjects() });
}

export function useDeleteObject(object: string) {
  const queries = useQueryClient();
  const params = useWorkspaceParams({ object_slug: object });
  const key = keyOf(OBJECTS, useWorkspaceParams());
  return useSend("delete", OBJECT, params, {
    // Queries of the deleted object itself must not be refetched.
    onSuccess: () => queries.setQueryData(key, (objects) => objects?.filter(({ slug }) => slug !== object)),
  });
}

/** All attributes of an object, archived ones too. */
export function useAttributes(object: string) {
  return useAnswer(ATTRIBUTES, { params: useWorkspaceParams({ object_slug: object }) });
}

export function useCreateAttribute(object: string) {
  const params = useWorkspaceParams({ object_slug: object });
  return useSend("post", ATTRIBUTES, params, { onSuccess: useRefreshObjects() });
}

const ATTRIBUTE = `${ATTRIBUTES}/{attribute_slug}` as const;

type AttributeChange = BodyOf<"PATCH", typeof ATTRIBUTE> & {
  slug: string;
  /** The options that `options` is a change of: others may have changed theirs since. */
  opened?: Attribute["options"] | undefined;
};

export function useUpdateAttribute(object: string) {
  const params = useWorkspaceParams({ object_slug: object });
  return useMutation({
    mutationFn: async ({ slug, opened, ...body }: AttributeChange) => {
      if (body.options && opened) {
        const stored = (await api.get(ATTRIBUTES, { params })).find((attribute) => attribute.slug === slug);
        if (stored) body.options = optionsNow(body.options, opened, stored.options);
      }
      return api.patch(ATTRIBUTE, { params: { ...params, attribute_slug: slug }, body });
    },
    onSuccess: useRefreshObjects(),
  });
}

/** Reorders the active attributes; shown at once. */
export function useOrderAttributes(object: string) {
  const params = useWorkspaceParams({ object_slug: object });
  return useAnswerChange(keyOf(ATTRIBUTES, params), {
    send: (slugs: BodyOf<"PUT", typeof ATTRIBUTES>["slugs"]) =>
      api.put(ATTRIBUTES, { params, body: { slugs } }),
    edit: (attributes, slugs) => {
      const placeOf = new Map(slugs.map((slug, index) => [slug, index]));
      return attributes.toSorted(
        (a, b) => (placeOf.get(a.slug) ?? slugs.length) - (placeOf.get(b.slug) ?? slugs.length),
      );
    },
    onSettled: useRefreshObjects(),
  });
}

/** Records of an object, filtered, searched and sorted by the server. */
export function useRecords(object: string, query: QueryOf<typeof RECORDS>, isEnabled = true) {
  const params = useWorkspaceParams({ object_slug: object });
  return useList(RECORDS, { params, query }, { isEnabled });
}

/** A record's page also shows a deleted one, which can be restored there. */
const OR_DELETED = { deleted: "true" } as const;

/** One record, deleted or not. */
export function useRecord(object: string, id: string) {
  const params = useWorkspaceParams({ object_slug: object, record_id: id });
  return useAnswer(RECORD, { params, query: OR_DELETED });
}

/** The title of a record of another object; null while unknown, and for no id. */
export function useRecordTitle(object: string, id: string): string | null {
  const params = useWorkspaceParams({ object_slug: object, record_id: id });
  return useAnswer(RECORD, { params, query: OR_DELETED }, { enabled: id !== "" }).data?.title ?? null;
}

/** A member's name; null while unknown, and for people who left. */
export function useMemberName(id: string): string | null {
  const params = useWorkspaceParams({ developer_id: id });
  return useAnswer(`${WORKSPACE}/members/{developer_id}`, { params }).data?.name ?? null;
}

/** Refetches what shows records of an object and their history. */
export function useRefreshRecords(object: string) {
  const params = useWorkspaceParams();
  return useRefresh(
    keyOf(RECORDS, { ...params, object_slug: object }),
    keyOf(RECORD, params),
    keyOf(TIMELINE, params),
    keyOf(`${RECORD}/related`, params),
    keyOf(BOARD, { ...params, object_slug: object }),
  );
}

export function useCreateRecord(object: string) {
  const params = useWorkspaceParams({ object_slug: object });
  return useMutation({
    mutationFn: (values: Values) => api.post(RECORDS, { params, body: { values } }),
    onSuccess: useRefreshRecords(object),
  });
}

/**
 * Changes a record by `changeRecord`, based on the version that was read. If it conflicts, the current record is shown
 * at once.
 */
export function useUpdateRecord(object: string, id: string) {
  const queries = useQueryClient();
  const refresh = useRefreshRecords(object);
  const params = useWorkspaceParams({ object_slug: object, record_id: id });
  const show = (record: CrmRecord) => {
    queries.setQueryData(keyOf(RECORD, params, OR_DELETED), record);
    const { record_id: _, ...list } = params;
    const inPlace = (each: CrmRecord) => (each.id === record.id ? record : each);
    void editItems(queries, keyOf(RECORDS, list), (items) => items.map(inPlace)).then(refresh);
  };
  return useMutation({
    mutationFn: ({ values, base }: { values: Values; base: CrmRecord }) => changeRecord(params, values, base),
    onSuccess: show,
    onError: (error) => {
      if (error instanceof RecordConflict) show(error.record);
    },
  });
}

/** Sets the same values on all selected records. */
export function useUpdateRecords(object: string) {
  const params = useWorkspaceParams({ object_slug: object });
  return useMutation({
    mutationFn: ({ ids, values }: { ids: string[]; values: Values }) =>
      api.patch(RECORDS, { params, body: { record_ids: ids, values } }),
    onSuccess: useRefreshRecords(object),
  });
}

/** Deletes the selected records; they leave the lists at once. */
export function useDeleteRecords(object: string) {
  const params = useWorkspaceParams({ object_slug: object });
  return useListChange(keyOf(RECORDS, params), {
    send: (ids: string[]) => api.post(`${RECORDS}/delete`, { params, body: { record_ids: ids } }),
    edit: (records, ids) => records.filter(({ id }) => !ids.includes(id)),
    onSettled: useRefreshRecords(object),
  });
}

const RESTORED_AT_ONCE = 8;

/** Restores deleted records. @throws the first error, after all were tried */
export function useRestoreRecords(object: string) {
  const params = useWorkspaceParams({ object_slug: object });
  return useMutation({
    mutationFn: async (ids: string[]) => {
      const refusals: unknown[] = [];
      for (const some of chunks(ids, RESTORED_AT_ONCE)) {
        const results = await Promise.allSettled(
          some.map((id) => api.post(`${RECORD}/restore`, { params: { ...params, record_id: id } })),
        );
        refusals.push(...results.flatMap((each) => (each.status === "rejected" ? [each.reason] : [])));
      }
      if (refusals.length > 0) throw refusals[0];
    },
    onSettled: useRefreshRecords(object),
  });
}

const EXPORT = `${RECORDS}/export` as const;

/** Saves the records that match the filters as CSV. */
export function exportRecords(
  workspaceId: string,
  object: string,
  query: QueryOf<typeof EXPORT>,
): Promise<void> {
  const params = { workspace_id: workspaceId, object_slug: object };
  return api.download(EXPORT, { params, query }, `${object}.csv`);
}

/** An object's shared views and the reader's own. */
export function useViews(object: string) {
  const params = useWorkspaceParams({ object_slug: object });
  return useFirstPage(VIEWS, { params, query: { limit: ALL } }, { select: ({ items }) => items });
}

export function useCreateView(object: string) {
  const params = useWorkspaceParams({ object_slug: object });
  return useSend("post", VIEWS, params, { onSuccess: useRefresh(keyOf(VIEWS, params)) });
}

export function useUpdateView(object: string) {
  const params = useWorkspaceParams({ object_slug: object });
  return useMutation({
    mutationFn: ({ id, ...body }: BodyOf<"PATCH", typeof VIEW> & { id: string }) =>
      api.patch(VIEW, { params: { ...params, view_id: id }, body }),
    onSuccess: useRefresh(keyOf(VIEWS, params)),
  });
}

export function useDeleteView(object: string) {
  const params = useWorkspaceParams({ object_slug: object });
  return useSend("delete", VIEW, params, { onSuccess: useRefresh(keyOf(VIEWS, params)) });
}
