"use client";

import { ActionIcon, Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { RECORD_RESTORE_DAYS } from "@/lib/crm/records/limits";
import { failureNotice, notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useCellEditing } from "@/lib/ui/crm/cell-editing";
import { objectPath, useOpenObject } from "@/lib/ui/crm/crm-frame";
import {
  type Attribute,
  type CrmRecord,
  exportRecords,
  useDeleteRecords,
  useRestoreRecords,
} from "@/lib/ui/crm/queries";
import { QuickAdd } from "@/lib/ui/crm/quick-add";
import { RecordActions } from "@/lib/ui/crm/record-actions";
import { LayoutMenu, useLayout } from "@/lib/ui/crm/record-layout";
import { RecordRows } from "@/lib/ui/crm/record-rows";
import { filterQuery, shownAttributes, useShownRecords } from "@/lib/ui/crm/view-state";
import { ViewTabs } from "@/lib/ui/crm/view-tabs";
import { inSentence, titleAttribute, titleOf } from "@/lib/ui/crm/wording";
import { IconColumns3, IconFileImport, IconFilter, IconListDetails, IconTrash, IconX } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { useStaysOpen } from "@/lib/ui/kit/dialogs/use-stays-open";
import { SearchField, useFilters } from "@/lib/ui/kit/filters/filters";
import { Empty } from "@/lib/ui/kit/lists/list-page";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import { RowSkeletons, ShowMore } from "@/lib/ui/kit/lists/list-states";
import { LazyMenu } from "@/lib/ui/kit/menus/lazy-menu";
import { Link } from "@/lib/ui/kit/pages/link";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { ErrorNotice } from "@/lib/ui/kit/states/error-notice";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { countOf } from "@/lib/ui/kit/words/counts";
import { conditionCount } from "@/lib/ui/light-kit/conditions/draft";
import { PeopleHere } from "@/lib/ui/live/people-here";
import classes from "./record-table.module.css";

const RecordBoard = lazyPart(() => import("@/lib/ui/crm/record-board"));
const RecordDialog = lazyDialog(() => import("@/lib/ui/crm/record-form"));
const BulkEditDialog = lazyDialog(() => import("@/lib/ui/crm/bulk-edit"));
const FilterBuilder = lazyPart(() => import("@/lib/ui/crm/filter-builder"));

/** In the address of a new record, precedes the board column that it is created in. */
const BEGINS_IN = "in:";

/** The records of an object as a table with filters, sorting, search and selection, as a saved view defines it. */
export function RecordTable() {
  const { id, slug, can } = useWorkspace();
  const object = useOpenObject();
  const router = useRouter();
  const filters = useFilters();
  const layout = useLayout(object);
  const board = filters.get("deleted") === "1" ? undefined : layout.by;
  const { views, shown, isViewGone, query, records } = useShownRecords(object.slug, board === undefined);
  const [isFiltering, filtering] = useDisclosure();
  const filterButton = useRef<HTMLButtonElement>(null);
  const open = {
    ...shown,
    open: (viewId: string) => {
      // Filter text that is being typed belongs to the view that the reader leaves.
      filtering.close();
      shown.open(viewId);
    },
  };
  const { look } = open;
  const { search } = query;
  const isDeleted = query.deleted === true;
  const [isEditing, editing] = useDisclosure();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const cells = useCellEditing();
  const remove = useDeleteRecords(object.slug);
  const restore = useRestoreRecords(object.slug);

  const mayEdit = can("can_edit_records");
  const many = inSentence(object.plural_name);
  const title = titleAttribute(object);
  const columns = shownAttributes(object, look.columns).filter((each) => each !== title);
  const items = records.items ?? [];
  const chosen = items.filter((record) => selected.has(record.id));
  const isSelectable = mayEdit && !isDeleted;
  const isNarrowed = search !== "" || look.filter !== null;
  const filterCount = conditionCount(look.filter);

  const made = filters.get("new");
  const isMaking = useStaysOpen(made !== "", mayEdit);
  const begins = made.startsWith(BEGINS_IN) ? made.slice(BEGINS_IN.length) : undefined;

  const deleteChosen = () => {
    const ids = chosen.map((record) => record.id);
    const what = countOf(ids.length, inSentence(object.singular_name), many);
    setSelected(new Set());
    remove.mutate(ids, {
      onSuccess: () =>
        notifyUndoable(`${what} deleted`, () =>
          restore
            .mutateAsync(ids)
            .catch((error: unknown) => notifyFailure("Not all of it was brought back", error)),
        ),
      onError: (error) => notifyFailure("Nothing was deleted", error),
    });
  };
  const restoreOne = (record: CrmRecord) =>
    restore.mutate([record.id], failureNotice(`${titleOf(record)} was not brought back`));
  const toggleColumn = (attribute: Attribute) => {
    const before = shownAttributes(object, look.columns);
    const next = before.includes(attribute)
      ? before.filter((each) => each !== attribute)
      : object.attributes.filter((each) => each === attribute || before.includes(each));
    open.set({ columns: next.length === object.attributes.length ? [] : next.map((each) => each.slug) });
  };
  const importLink = can("can_export_records") ? (
    <Button
      component={Link}
      href={objectPath(slug, object.slug, "import")}
      variant="default"
      leftSection={<IconFileImport size={16} stroke={1.75} />}
    >
      Import CSV
    </Button>
  ) : null;

  return (
    <>
      <PageHeader
        isWide
        title={isDeleted ? `Deleted ${many}` : object.plural_name}
        description={
          isDeleted
            ? `Open one to restore it. Deleted records are erased after ${RECORD_RESTORE_DAYS} days.`
            : object.description
        }
        actions={
          isDeleted ? (
            <Button variant="default" onClick={() => filters.set({ deleted: "" })}>
              Back to {many}
            </Button>
          ) : (
            <>
              <PeopleHere area="records" thingId={object.id} />
              <RecordActions
                onNew={mayEdit ? () => filters.open("new") : null}
                onExport={() =>
                  exportRecords(id, object.slug, query).catch((error: unknown) =>
                    notifyFailure("Nothing was exported", error),
                  )
                }
                onDeleted={() => {
                  setSelected(new Set());
                  filters.set({ deleted: "1", view: "", filter: "", search: "" });
                }}
              />
            </>
          )
        }
      />
      {isDeleted ? null : (
        <ViewTabs object={object} views={views.data ?? []} look={open} isGone={isViewGone} />
      )}
      <div className={page.filters}>
        <SearchField
          className={page.search ?? ""}
          aria-label={`Search ${many}`}
          placeholder={`Search ${many}`}
          value={search}
          onSearch={(text) => filters.type({ search: text })}
        />
        <span className={classes.counted}>
          <Button
            variant="default"
            size="sm"
            ref={filterButton}
            leftSection={<IconFilter size={15} stroke={1.75} />}
            aria-expanded={isFiltering}
            onClick={filtering.toggle}
          >
            Filter
          </Button>
          {filterCount === 0 ? null : <span className={classes.count}>{filterCount}</span>}
        </span>
        {isDeleted ? null : <LayoutMenu object={object} />}
        <LazyMenu
          position="bottom-start"
          width={230}
          target={
            <Button variant="default" size="sm" leftSection={<IconColumns3 size={15} stroke={1.75} />}>
              Columns
            </Button>
          }
        >
          {(Menu) => (
            <>
              {object.attributes
                .filter((each) => each !== title)
                .map((attribute) => (
                  <Menu.CheckboxItem
                    key={attribute.slug}
                    closeMenuOnClick={false}
                    checked={columns.includes(attribute)}
                    onChange={() => toggleColumn(attribute)}
                  >
                    {attribute.name}
                  </Menu.CheckboxItem>
                ))}
            </>
          )}
        </LazyMenu>
      </div>
      {isFiltering ? (
        <FilterBuilder
          object={object}
          filter={look.filter}
          onChange={(filter) => open.set({ filter })}
          onClose={() => {
            filtering.close();
            // What had the focus is gone.
            filterButton.current?.focus();
          }}
        />
      ) : null}
      {board ? (
        <RecordBoard
          by={board}
          sum={layout.sum}
          attributes={columns}
          query={{ search, ...filterQuery(look.filter) }}
          isEnabled={filters.get("view") === "" || !views.isPending}
          isEditable={mayEdit}
          onAdd={(to) => filters.open("new", `${BEGINS_IN}${to ?? ""}`)}
        />
      ) : null}
      <div
        ref={cells.panel}
        className={classes.panel}
        hidden={board !== undefined}
        data-stale={records.isPlaceholderData || undefined}
      >
        {chosen.length > 0 ? (
          <div className={classes.bulk} role="toolbar" aria-label="The selection">
            <span aria-live="polite">{countOf(chosen.length, "selected", "selected")}</span>
            <Button size="compact-sm" variant="default" onClick={editing.open}>
              Change…
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconTrash size={14} stroke={1.75} />}
              onClick={deleteChosen}
            >
              Delete
            </Button>
            <ActionIcon aria-label="Clear the selection" onClick={() => setSelected(new Set())}>
              <IconX size={15} stroke={1.75} />
            </ActionIcon>
          </div>
        ) : null}
        {records.isPending ? (
          <div className={classes.inset}>
            <RowSkeletons count={6} what={many} />
          </div>
        ) : null}
        {records.error && !records.items ? (
          <div className={classes.inset}>
            <ErrorNotice error={records.error} what={`the ${many}`} onRetry={() => records.refetch()} />
          </div>
        ) : null}
        {records.items?.length === 0 && (isNarrowed || isDeleted || !mayEdit || !title) ? (
          isNarrowed ? (
            <Empty
              Icon={IconFilter}
              title={`No ${inSentence(object.singular_name)} matches`}
              action={
                <Button
                  variant="default"
                  onClick={() => {
                    filtering.close();
                    filters.set({ search: "" });
                    open.set({ filter: null });
                  }}
                >
                  Clear search and filter
                </Button>
              }
            >
              Try other words or fewer conditions.
            </Empty>
          ) : (
            <Empty Icon={IconListDetails} title={isDeleted ? "Nothing to restore" : `No ${many} yet`}>
              {isDeleted
                ? `${object.plural_name} that are deleted stand here for ${RECORD_RESTORE_DAYS} days.`
                : "Someone with can_edit_records can create the first one."}
            </Empty>
          )
        ) : null}
        {records.items?.length === 0 && !isNarrowed && !isDeleted && mayEdit && title ? (
          <>
            <Empty Icon={IconListDetails} title={`No ${many} yet`} action={importLink}>
              Type a name below and press Enter, or import a file. Forms, automations and the API can add
              records too.
            </Empty>
            <table className={classes.table} aria-label={`Add ${many}`}>
              <tbody>
                <QuickAdd columns={1} />
              </tbody>
            </table>
          </>
        ) : null}
        {items.length > 0 ? (
          <RecordRows
            items={items}
            columns={columns}
            sort={look.sort}
            onSort={(sort) => open.set({ sort })}
            selected={selected}
            onSelect={isSelectable ? setSelected : null}
            onEdit={isSelectable ? cells.edit : null}
            isDeleted={isDeleted}
            onRestore={isDeleted && mayEdit ? restoreOne : null}
          />
        ) : null}
        {cells.editor}
      </div>
      {board ? null : <ShowMore list={records} />}
      <RecordDialog
        object={object}
        {...(board && begins !== undefined ? { given: { [board.slug]: begins || null } } : {})}
        isOpen={isMaking}
        onClose={() => filters.close("new")}
        onSaved={(record) => {
          // Records added to a column show up there, so the reader stays on the board.
          if (begins === undefined) router.push(objectPath(slug, object.slug, record.id));
        }}
      />
      <BulkEditDialog
        object={object}
        records={chosen}
        isOpen={isEditing}
        onClose={editing.close}
        onSaved={() => setSelected(new Set())}
      />
    </>
  );
}
