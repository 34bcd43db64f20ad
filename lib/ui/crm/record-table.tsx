"use client";

import { ActionIcon, Button, Checkbox, TextInput } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import {
  IconArrowDown,
  IconArrowUp,
  IconColumns3,
  IconDots,
  IconDownload,
  IconFileImport,
  IconFilter,
  IconListDetails,
  IconPlus,
  IconRestore,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { RECORD_RESTORE_DAYS, RECORDS_PER_SELECTION_MAX } from "@/lib/crm/records/limits";
import { notifyFailure, sentenceOf } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { objectPath, useOpenObject } from "@/lib/ui/crm/crm-frame";
import {
  type Attribute,
  type CrmRecord,
  exportRecords,
  useCreateRecord,
  useDeleteRecords,
  useRecords,
  useRestoreRecords,
  useViews,
} from "@/lib/ui/crm/queries";
import { ValueView } from "@/lib/ui/crm/value-view";
import { shownAttributes, useLook } from "@/lib/ui/crm/view-state";
import { ViewTabs } from "@/lib/ui/crm/view-tabs";
import { countOf, inSentence, titleAttribute, titleOf } from "@/lib/ui/crm/wording";
import { ErrorNotice } from "@/lib/ui/kit/error-notice";
import { SearchField, useFilters } from "@/lib/ui/kit/filters";
import { LazyDialog } from "@/lib/ui/kit/lazy-dialog";
import { LazyMenu } from "@/lib/ui/kit/lazy-menu";
import { Link } from "@/lib/ui/kit/link";
import { Empty } from "@/lib/ui/kit/list-page";
import page from "@/lib/ui/kit/list-page.module.css";
import { RowSkeletons, ShowMore } from "@/lib/ui/kit/list-states";
import { PageHeader } from "@/lib/ui/kit/page-header";
import { RelativeTime } from "@/lib/ui/kit/relative-time";
import { notifyUndoable } from "@/lib/ui/kit/undo-notice";
import { conditionCount } from "@/lib/ui/light-kit/conditions/draft";
import { lookOf } from "@/lib/ui/values/catalog";
import classes from "./crm.module.css";

const RecordDialog = lazy(() => import("@/lib/ui/crm/record-form"));
const BulkEditDialog = lazy(() => import("@/lib/ui/crm/bulk-edit"));
const FilterBuilder = lazy(() => import("@/lib/ui/crm/filter-builder"));

const isNumber = ({ type }: Attribute) => lookOf(type).view === "number";

type SortProps = {
  sort: string;
  by: string;
  isNumber?: boolean;
  onSort: (sort: string) => void;
  children: ReactNode;
};

function SortedHead({ sort, by, isNumber = false, onSort, children }: SortProps) {
  const order = sort === by ? "ascending" : sort === `-${by}` ? "descending" : "none";
  const Icon = order === "descending" ? IconArrowDown : IconArrowUp;
  return (
    <th aria-sort={order} data-number={isNumber || undefined}>
      <button
        type="button"
        className={`mantine-focus-auto ${classes.sorter}`}
        onClick={() => onSort(order === "ascending" ? `-${by}` : by)}
      >
        {children}
        <Icon size={13} stroke={2} aria-hidden="true" data-shown={order !== "none" || undefined} />
      </button>
    </th>
  );
}

/** A line at the end of the table where one record after the other is named into being. */
function QuickAdd({ columns }: { columns: number }) {
  const { id } = useWorkspace();
  const object = useOpenObject();
  const create = useCreateRecord(id, object.slug);
  const [text, setText] = useState("");
  const title = titleAttribute(object);
  if (!title || object.attributes.some((each) => each.is_required && each !== title)) return null;
  const label = `Add a ${inSentence(object.singular_name)}`;
  const add = () => {
    if (text.trim() === "") return;
    create.mutate({ [title.slug]: text.trim() }, { onSuccess: () => setText("") });
  };
  return (
    <tr className={classes.adder}>
      <td colSpan={columns}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <TextInput
            variant="unstyled"
            size="sm"
            aria-label={`${label}: ${title.name}`}
            placeholder={`${label}…`}
            leftSection={<IconPlus size={15} stroke={1.75} />}
            autoComplete="off"
            value={text}
            readOnly={create.isPending}
            error={
              create.error ? (sentenceOfField(create.error, title.slug) ?? sentenceOf(create.error)) : null
            }
            onChange={(event) => {
              setText(event.currentTarget.value);
              create.reset();
            }}
          />
        </form>
      </td>
    </tr>
  );
}

function sentenceOfField(error: Error, slug: string): string | undefined {
  return "issueOf" in error && typeof error.issueOf === "function"
    ? error.issueOf(`values.${slug}`)
    : undefined;
}

type RowProps = {
  record: CrmRecord;
  attributes: readonly Attribute[];
  isSelected: boolean;
  onSelect: ((isSelected: boolean) => void) | null;
  restore: (() => void) | null;
};

function Row({ record, attributes, isSelected, onSelect, restore }: RowProps) {
  const { slug } = useWorkspace();
  const title = titleOf(record);
  return (
    <tr className={classes.row} data-selected={isSelected || undefined}>
      {onSelect ? (
        <td className={classes.checkCell}>
          <Checkbox
            size="xs"
            aria-label={`Select ${title}`}
            checked={isSelected}
            onChange={(event) => onSelect(event.currentTarget.checked)}
          />
        </td>
      ) : null}
      <th scope="row" className={classes.titleCell}>
        <Link href={objectPath(slug, record.object, record.id)} className={page.link} data-record={record.id}>
          {title}
        </Link>
      </th>
      {attributes.map((attribute) => (
        <td key={attribute.slug} data-number={isNumber(attribute) || undefined}>
          <span className={classes.cell}>
            <ValueView
              attribute={attribute}
              value={record.values[attribute.slug] ?? null}
              labels={record.labels}
            />
          </span>
        </td>
      ))}
      <td className={classes.timeCell}>
        {restore ? (
          <Button size="compact-xs" variant="default" aria-label={`Restore ${title}`} onClick={restore}>
            Restore
          </Button>
        ) : (
          <RelativeTime at={record.created_at} />
        )}
      </td>
    </tr>
  );
}

/** Moves the focus among the rows' links; from elsewhere it goes to the first. */
function moveFocus(table: HTMLElement | null, by: 1 | -1): void {
  const links = Array.from(table?.querySelectorAll<HTMLElement>("[data-record]") ?? []);
  const at = links.findIndex((link) => link.matches(":focus"));
  links[at === -1 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
}

/** The records of an object as a table: filtered, sorted, searched, selected; as a saved view shows them. */
export function RecordTable() {
  const { id, slug, can } = useWorkspace();
  const object = useOpenObject();
  const router = useRouter();
  const filters = useFilters();
  const views = useViews(id, object.slug);
  const [isFiltering, filtering] = useDisclosure();
  const shown = useLook(views.data ?? []);
  const open = {
    ...shown,
    open: (viewId: string) => {
      // What is typed there is of the view that is left.
      filtering.close();
      shown.open(viewId);
    },
  };
  const { look } = open;
  const search = filters.get("search");
  const isDeleted = filters.get("deleted") === "1";
  const query = {
    search,
    sort: look.sort,
    filter: look.filter === null ? "" : JSON.stringify(look.filter),
    deleted: isDeleted ? "true" : "",
  };
  // A view that the address names decides what is asked for, so it comes first.
  const waitsForView = filters.get("view") !== "" && views.isPending;
  const records = useRecords(id, object.slug, query, !waitsForView);
  const [isEditing, editing] = useDisclosure();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const remove = useDeleteRecords(id, object.slug);
  const restore = useRestoreRecords(id, object.slug);
  const table = useRef<HTMLDivElement>(null);
  useHotkeys([
    ["j", () => moveFocus(table.current, 1)],
    ["k", () => moveFocus(table.current, -1)],
  ]);

  const mayEdit = can("can_edit_records");
  const many = inSentence(object.plural_name);
  const title = titleAttribute(object);
  const columns = shownAttributes(object, look.columns).filter((each) => each !== title);
  const items = records.items ?? [];
  const chosen = items.filter((record) => selected.has(record.id));
  const isSelectable = mayEdit && !isDeleted;
  const columnCount = columns.length + 2 + Number(isSelectable);
  const isNarrowed = search !== "" || look.filter !== null;
  const filterCount = conditionCount(look.filter);

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
    restore.mutate([record.id], {
      onError: (error) => notifyFailure(`${titleOf(record)} was not brought back`, error),
    });
  const toggleColumn = (attribute: Attribute) => {
    const before = shownAttributes(object, look.columns);
    const next = before.includes(attribute)
      ? before.filter((each) => each !== attribute)
      : object.attributes.filter((each) => each === attribute || before.includes(each));
    open.set({ columns: next.length === object.attributes.length ? [] : next.map((each) => each.slug) });
  };
  const newRecord = mayEdit ? (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => filters.set({ new: "1" })}>
      New {inSentence(object.singular_name)}
    </Button>
  ) : null;
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
        title={isDeleted ? `Deleted ${many}` : object.plural_name}
        description={
          isDeleted
            ? `Open one to restore it. ${RECORD_RESTORE_DAYS} days after it was deleted it is erased.`
            : object.description
        }
        actions={
          isDeleted ? (
            <Button variant="default" onClick={() => filters.set({ deleted: "" })}>
              Back to {many}
            </Button>
          ) : (
            <>
              {newRecord}
              <LazyMenu
                position="bottom-end"
                width={220}
                target={
                  <ActionIcon variant="default" size={36} aria-label={`More about ${many}`}>
                    <IconDots size={16} stroke={1.75} />
                  </ActionIcon>
                }
              >
                {(Menu) => (
                  <>
                    {can("can_export_records") ? (
                      <>
                        <Menu.Item
                          leftSection={<IconFileImport size={16} stroke={1.75} />}
                          onClick={() => router.push(objectPath(slug, object.slug, "import"))}
                        >
                          Import CSV
                        </Menu.Item>
                        <Menu.Item
                          leftSection={<IconDownload size={16} stroke={1.75} />}
                          onClick={() =>
                            exportRecords(id, object.slug, query).catch((error: unknown) =>
                              notifyFailure("Nothing was exported", error),
                            )
                          }
                        >
                          Export what is shown
                        </Menu.Item>
                      </>
                    ) : null}
                    <Menu.Item
                      leftSection={<IconListDetails size={16} stroke={1.75} />}
                      onClick={() => router.push(objectPath(slug, object.slug, "attributes"))}
                    >
                      Attributes
                    </Menu.Item>
                    <Menu.Item
                      leftSection={<IconRestore size={16} stroke={1.75} />}
                      onClick={() => {
                        setSelected(new Set());
                        filters.set({ deleted: "1", view: "", filter: "", search: "" });
                      }}
                    >
                      Deleted {many}
                    </Menu.Item>
                  </>
                )}
              </LazyMenu>
            </>
          )
        }
      />
      {isDeleted ? null : <ViewTabs object={object} views={views.data ?? []} look={open} />}
      <div className={page.filters}>
        <SearchField
          className={page.search ?? ""}
          aria-label={`Search ${many}`}
          placeholder={`Search ${many}`}
          value={search}
          onSearch={(text) => filters.set({ search: text })}
        />
        <span className={classes.counted}>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconFilter size={15} stroke={1.75} />}
            aria-expanded={isFiltering}
            onClick={filtering.toggle}
          >
            Filter
          </Button>
          {filterCount === 0 ? null : <span className={classes.count}>{filterCount}</span>}
        </span>
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
        <Suspense fallback={null}>
          <FilterBuilder
            object={object}
            filter={look.filter}
            onChange={(filter) => open.set({ filter })}
            onClose={filtering.close}
          />
        </Suspense>
      ) : null}
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
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Clear the selection"
            onClick={() => setSelected(new Set())}
          >
            <IconX size={15} stroke={1.75} />
          </ActionIcon>
        </div>
      ) : null}
      <div className={classes.panel} data-stale={records.isPlaceholderData || undefined}>
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
                : "Someone who holds can_edit_records can create the first one."}
            </Empty>
          )
        ) : null}
        {records.items?.length === 0 && !isNarrowed && !isDeleted && mayEdit && title ? (
          <>
            <Empty Icon={IconListDetails} title={`No ${many} yet`} action={importLink}>
              Type a name below and press Enter, or bring a file of what you keep elsewhere. Forms,
              automations and the API add to them as well.
            </Empty>
            <table className={classes.table} aria-label={`Add ${many}`}>
              <tbody>
                <QuickAdd columns={1} />
              </tbody>
            </table>
          </>
        ) : null}
        {items.length > 0 ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          <section ref={table} className={classes.scroll} aria-label={object.plural_name} tabIndex={0}>
            <table
              className={classes.table}
              onKeyDown={(event) => {
                if (!(event.target instanceof HTMLElement) || event.target.dataset.record === undefined)
                  return;
                const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
                if (event.key === "x" && isSelectable) {
                  const next = new Set(selected);
                  if (!next.delete(event.target.dataset.record)) next.add(event.target.dataset.record);
                  setSelected(next);
                }
                if (by === undefined) return;
                event.preventDefault();
                moveFocus(table.current, by === 1 ? 1 : -1);
              }}
            >
              <thead>
                <tr>
                  {isSelectable ? (
                    <th className={classes.checkCell}>
                      <Checkbox
                        size="xs"
                        aria-label={`Select the first ${RECORDS_PER_SELECTION_MAX} that are shown`}
                        checked={
                          chosen.length > 0 &&
                          chosen.length === Math.min(items.length, RECORDS_PER_SELECTION_MAX)
                        }
                        indeterminate={chosen.length > 0 && chosen.length < items.length}
                        onChange={(event) =>
                          setSelected(
                            new Set(
                              event.currentTarget.checked
                                ? items.slice(0, RECORDS_PER_SELECTION_MAX).map((record) => record.id)
                                : [],
                            ),
                          )
                        }
                      />
                    </th>
                  ) : null}
                  {title ? (
                    <SortedHead sort={look.sort} by={title.slug} onSort={(sort) => open.set({ sort })}>
                      {title.name}
                    </SortedHead>
                  ) : (
                    <th>{object.singular_name}</th>
                  )}
                  {columns.map((attribute) => (
                    <SortedHead
                      key={attribute.slug}
                      sort={look.sort}
                      by={attribute.slug}
                      isNumber={isNumber(attribute)}
                      onSort={(sort) => open.set({ sort })}
                    >
                      {attribute.name}
                    </SortedHead>
                  ))}
                  {isDeleted ? (
                    <th aria-label="Restore" />
                  ) : (
                    <SortedHead sort={look.sort} by="created_at" onSort={(sort) => open.set({ sort })}>
                      Created
                    </SortedHead>
                  )}
                </tr>
              </thead>
              <tbody>
                {items.map((record) => (
                  <Row
                    key={record.id}
                    record={record}
                    attributes={columns}
                    isSelected={selected.has(record.id)}
                    onSelect={
                      isSelectable
                        ? (isSelected) => {
                            const next = new Set(selected);
                            if (isSelected) next.add(record.id);
                            else next.delete(record.id);
                            setSelected(next);
                          }
                        : null
                    }
                    restore={isDeleted && mayEdit ? () => restoreOne(record) : null}
                  />
                ))}
                {isSelectable ? <QuickAdd columns={columnCount} /> : null}
              </tbody>
            </table>
          </section>
        ) : null}
      </div>
      <ShowMore list={records} />
      <LazyDialog isOpen={mayEdit && filters.get("new") === "1"}>
        {(isOpen) => (
          <RecordDialog
            workspaceId={id}
            object={object}
            isOpen={isOpen}
            onClose={() => filters.set({ new: "" })}
            onSaved={(record) => router.push(objectPath(slug, object.slug, record.id))}
          />
        )}
      </LazyDialog>
      <LazyDialog isOpen={isEditing}>
        {(isOpen) => (
          <BulkEditDialog
            workspaceId={id}
            object={object}
            records={chosen}
            isOpen={isOpen}
            onClose={editing.close}
            onSaved={() => setSelected(new Set())}
          />
        )}
      </LazyDialog>
    </>
  );
}
