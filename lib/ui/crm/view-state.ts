"use client";

import type { Filter } from "@/lib/crm/records/schema";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { type CrmObject, useRecords, useViews, type View } from "@/lib/ui/crm/queries";
import { useFilters } from "@/lib/ui/kit/filters";

const SORT_DEFAULT = "-created_at";

/** In the address: no filter, all columns, where the view in use has some. */
const NONE = "none";

/** How a table of records is shown, which a view can keep. */
type Look = { filter: Filter | null; sort: string; columns: string[] };

function parseFilter(text: string): Filter | null {
  try {
    const filter: unknown = JSON.parse(text);
    // Whether it is a filter is for the server to say; only what the page itself reads is looked at here.
    return typeof filter === "object" && filter !== null && !Array.isArray(filter)
      ? (filter as Filter)
      : null;
  } catch {
    return null;
  }
}

function lookOf(view: View | undefined): Look {
  return { filter: view?.filter ?? null, sort: view?.sort ?? SORT_DEFAULT, columns: view?.columns ?? [] };
}

/** The look that the address asks for: that of the view it names, with what it says beside. */
function useLook(views: readonly View[]) {
  const filters = useFilters();
  const view = views.find(({ id }) => id === filters.get("view"));
  const saved = lookOf(view);
  const { filter, sort, columns } = filters.all(["filter", "sort", "columns"]);
  const look: Look = {
    filter: filter === "" ? saved.filter : filter === NONE ? null : parseFilter(filter),
    sort: sort === "" ? saved.sort : sort,
    columns: columns === "" ? saved.columns : columns === NONE ? [] : columns.split(","),
  };
  return {
    view,
    look,
    /** Whether it is shown otherwise than the view, or than records are shown without one. */
    isChanged: JSON.stringify(look) !== JSON.stringify(saved),
    // A filter is built up, condition by condition, and columns are picked one by one: one step back each.
    set: (change: Partial<Look>) =>
      (change.sort === undefined ? filters.type : filters.set)({
        ...(change.filter === undefined
          ? {}
          : { filter: change.filter === null ? (saved.filter ? NONE : "") : JSON.stringify(change.filter) }),
        ...(change.sort === undefined ? {} : { sort: change.sort === saved.sort ? "" : change.sort }),
        ...(change.columns === undefined
          ? {}
          : {
              columns:
                change.columns.length === 0 ? (saved.columns.length > 0 ? NONE : "") : change.columns.join(),
            }),
      }),
    /** Shows a view as it was saved; without one, all records. */
    open: (id: string) => filters.set({ view: id, filter: "", sort: "", columns: "", deleted: "" }),
  };
}

/** The views of an object and the records that the address asks for, unless they are shown otherwise than as a list. */
export function useShownRecords(object: string, isList: boolean) {
  const { id } = useWorkspace();
  const filters = useFilters();
  const views = useViews(id, object);
  const shown = useLook(views.data ?? []);
  const { filter, sort } = shown.look;
  const query = {
    search: filters.get("search"),
    sort,
    ...filterQuery(filter),
    deleted: filters.get("deleted") === "1" || null,
  };
  // A view that the address names decides what is asked for, so it comes first.
  const waitsForView = filters.get("view") !== "" && views.isPending;
  return { views, shown, query, records: useRecords(id, object, query, isList && !waitsForView) };
}

export type OpenLook = ReturnType<typeof useLook>;

/** A filter as a query has it, with the reader's time zone where it speaks of today. */
export function filterQuery(filter: Filter | null): { filter: string; time_zone: string } {
  const text = filter === null ? "" : JSON.stringify(filter);
  const speaksOfToday = text.includes('"today');
  return {
    filter: text,
    time_zone: speaksOfToday ? new Intl.DateTimeFormat().resolvedOptions().timeZone : "",
  };
}

/** The attributes that are shown, in the view's order or, where it names none, all in their own. */
export function shownAttributes({ attributes }: Pick<CrmObject, "attributes">, columns: readonly string[]) {
  if (columns.length === 0) return attributes;
  return columns.flatMap((slug) => attributes.find((attribute) => attribute.slug === slug) ?? []);
}
