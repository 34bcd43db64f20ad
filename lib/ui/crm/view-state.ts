import type { Filter } from "@/lib/crm/records/schema";
import { type CrmObject, useRecords, useViews, type View } from "@/lib/ui/crm/queries";
import { useFilters } from "@/lib/ui/kit/filters/filters";
import { readFilter } from "@/lib/ui/kit/filters/read-filter";

const SORT_DEFAULT = "-created_at";

/** In the address: no filter, or all columns, although the view has some. */
const NONE = "none";

/** How a table of records is shown; a view can save this. */
type Look = { filter: Filter | null; sort: string; columns: string[] };

function lookOf(view: View | undefined): Look {
  return { filter: view?.filter ?? null, sort: view?.sort ?? SORT_DEFAULT, columns: view?.columns ?? [] };
}

/** The look that the address asks for: that of its view, with the address's own changes. */
function useLook(views: readonly View[]) {
  const filters = useFilters();
  const view = views.find(({ id }) => id === filters.get("view"));
  const saved = lookOf(view);
  const { filter, sort, columns } = filters.all(["filter", "sort", "columns"]);
  const look: Look = {
    filter: filter === "" ? saved.filter : filter === NONE ? null : readFilter(filter),
    sort: sort === "" ? saved.sort : sort,
    columns: columns === "" ? saved.columns : columns === NONE ? [] : columns.split(","),
  };
  return {
    view,
    look,
    /** As the view has it, or the default if there is no view. */
    saved,
    /** Whether the look differs from the view, or from the default if there is no view. */
    isChanged: JSON.stringify(look) !== JSON.stringify(saved),
    // A filter is built condition by condition, and columns are picked one by one: `type` makes each such series a
    // single step in the browser's history.
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
    /** Opens a view as it was saved; without one, all records. */
    open: (id: string) => filters.set({ view: id, filter: "", sort: "", columns: "", deleted: "" }),
  };
}

/** An object's views, and the records that the address asks for if they are shown as a list. */
export function useShownRecords(object: string, isList: boolean) {
  const filters = useFilters();
  const views = useViews(object);
  const shown = useLook(views.data ?? []);
  const { filter, sort } = shown.look;
  const query = {
    search: filters.get("search"),
    sort,
    ...filterQuery(filter),
    deleted: filters.get("deleted") === "1" || null,
  };
  // The view in the address decides what to query, so it must be loaded first.
  const waitsForView = filters.get("view") !== "" && views.isPending;
  /** Whether the view in the address was deleted, or is kept from the reader since. */
  const isViewGone = filters.get("view") !== "" && views.isSuccess && shown.view === undefined;
  return { views, shown, isViewGone, query, records: useRecords(object, query, isList && !waitsForView) };
}

export type OpenLook = ReturnType<typeof useLook>;

/** A filter as a query parameter, with the reader's time zone if it depends on the current day. */
export function filterQuery(filter: Filter | null): { filter: string; time_zone: string } {
  const text = filter === null ? "" : JSON.stringify(filter);
  const speaksOfToday = text.includes('"today');
  return {
    filter: text,
    time_zone: speaksOfToday ? new Intl.DateTimeFormat().resolvedOptions().timeZone : "",
  };
}

/** The visible attributes, in the view's order; all of them if the view names none. */
export function shownAttributes({ attributes }: Pick<CrmObject, "attributes">, columns: readonly string[]) {
  if (columns.length === 0) return attributes;
  return columns.flatMap((slug) => attributes.find((attribute) => attribute.slug === slug) ?? []);
}
