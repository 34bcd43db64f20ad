import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Fragment, type ReactNode } from "react";
import type { PermissionSlug } from "@/lib/access/catalog";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import type { AddressTexts } from "@/lib/ui/api/query";
import { IconPlus, type IconUsers } from "@/lib/ui/icons";
import { useStaysOpen } from "@/lib/ui/kit/dialogs/use-stays-open";
import { useFilters } from "@/lib/ui/kit/filters/filters";
import { type ListFilter, readFilters } from "@/lib/ui/kit/filters/list-filters";
import { Empty, ListPanel } from "@/lib/ui/kit/lists/list-page";
import type { List } from "@/lib/ui/kit/lists/list-states";
import { Link } from "@/lib/ui/kit/pages/link";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { Permitted } from "@/lib/ui/kit/states/no-permission";
import classes from "./list-page.module.css";

/** In place of rows. */
type Words = {
  title: string;
  text: ReactNode;
  /** Instead of the text, to those who may not make the first one. */
  lacking?: ReactNode;
  Icon?: typeof IconUsers;
  /** Instead of the button that is offered otherwise. */
  action?: ReactNode;
};

type Create = {
  permission: PermissionSlug;
  label: string;
  /** Where something is made, or else the dialog that makes it (a `lazyDialog`), which `?new=1` opens. */
  href?: string;
  dialog?: (props: { isOpen: boolean; onClose: () => void }) => ReactNode;
  /** The address stays as it is while the dialog is open: it leads elsewhere and back. */
  keepsAddress?: boolean;
};

type Detail<T> = {
  /** The parameter of the address that holds the id of the one that is open. */
  name: string;
  /** A `lazyDialog`. */
  drawer: (props: { id: string; isOpen: boolean; onClose: () => void; items: readonly T[] }) => ReactNode;
};

type ScreenProps<T, N extends string> = {
  /** The heading of the page; a list within a frame has none of its own. */
  title?: string;
  description?: string;
  /** Beside the title. */
  actions?: (query: AddressTexts<N>) => ReactNode;
  /** Between title and filters. */
  children?: ReactNode;
  /** What the rows are, in the plural: "teams". */
  what: string;
  /** The name of the list, and its order if that matters: "Runs, newest first". */
  label: string;
  Icon: typeof IconUsers;
  create?: Create;
  filters?: readonly ListFilter<N, T>[];
  /** At the end of the filters. */
  tools?: (query: AddressTexts<N>) => ReactNode;
  useItems: (query: AddressTexts<N>) => List<T>;
  row?: (item: T, open: (id: string) => void, items: readonly T[]) => ReactNode;
  /** Instead of rows, all of them at once. */
  table?: (items: readonly T[], open: (id: string) => void) => ReactNode;
  /** Where there is nothing yet. */
  empty: Words | ((query: AddressTexts<N>, set: (changes: Record<string, string>) => void) => Words);
  /** Where the filters leave nothing. */
  noMatch?: Words | ((query: AddressTexts<N>) => Words);
  detail?: Detail<T>;
};

function Screen<T, N extends string>(props: ScreenProps<T, N>) {
  const { title, description, what, create, filters = [], detail, table } = props;
  const { can } = useWorkspace();
  const address = useFilters();
  const { shown, query, isNarrowed, cleared } = readFilters<N, T>(filters, address.get);
  const clear = () => address.set(cleared);
  const list = props.useItems(query);
  const [isMaking, making] = useDisclosure();
  const mayCreate = create !== undefined && can(create.permission);
  const isAsked = isMaking || (!create?.keepsAddress && address.get("new") === "1");
  const isCreating = useStaysOpen(isAsked, mayCreate);
  const icon = <IconPlus size={16} stroke={2} />;
  const newOne = !mayCreate ? null : create.href === undefined ? (
    <Button
      data-creates
      leftSection={icon}
      onClick={() => (create.keepsAddress ? making.open() : address.open("new"))}
    >
      {create.label}
    </Button>
  ) : (
    <Button component={Link} href={create.href} data-creates leftSection={icon}>
      {create.label}
    </Button>
  );
  const open = (item: string) => {
    if (detail) address.open(detail.name, item);
  };
  const { noMatch, empty } = props;
  const noSuch = typeof noMatch === "function" ? noMatch(query) : noMatch;
  const clearing = (
    <Button variant="default" size="sm" onClick={clear}>
      {filters.length === 1 ? "Clear the search" : "Clear the filters"}
    </Button>
  );
  const nothing = typeof empty === "function" ? empty(query, address.set) : empty;
  const words: Words =
    isNarrowed && noSuch
      ? { action: clearing, ...noSuch }
      : {
          action: newOne,
          ...nothing,
          text: newOne === null ? (nothing.lacking ?? nothing.text) : nothing.text,
        };
  return (
    <>
      {title === undefined ? null : (
        <PageHeader
          title={title}
          description={description}
          actions={
            <>
              {props.actions?.(query)}
              {newOne}
            </>
          }
        />
      )}
      {title === undefined && description !== undefined ? (
        <div className={classes.intro}>
          <p>{description}</p>
          {newOne}
        </div>
      ) : null}
      {props.children}
      {filters.some(({ field }) => field) || props.tools ? (
        <search className={classes.filters} aria-label={`Filter the ${what}`}>
          {filters.map(({ name, field, isTyped = false }) => (
            <Fragment key={name}>
              {field?.({
                value: shown[name] ?? "",
                set: (value) => (isTyped ? address.type : address.set)({ [name]: value }),
                shown,
                items: list.items,
              })}
            </Fragment>
          ))}
          {isNarrowed ? (
            <Button variant="subtle" size="sm" px="xs" onClick={clear}>
              Clear
            </Button>
          ) : null}
          {props.tools?.(query)}
        </search>
      ) : null}
      <ListPanel<T>
        list={list}
        what={what}
        label={props.label}
        {...(table
          ? { renderAll: (items) => table(items, open) }
          : { renderRow: (item) => props.row?.(item, open, list.items ?? []) })}
        empty={
          <Empty Icon={words.Icon ?? props.Icon} title={words.title} action={words.action}>
            {words.text}
          </Empty>
        }
      />
      {create?.dialog?.({
        isOpen: isCreating,
        onClose: () => (create.keepsAddress ? making.close() : address.close("new")),
      })}
      {detail?.drawer({
        id: address.get(detail.name),
        isOpen: address.get(detail.name) !== "",
        onClose: () => address.close(detail.name),
        items: list.items ?? [],
      })}
    </>
  );
}

type Props<T, N extends string> = ScreenProps<T, N> & {
  /** What opening the page takes; a list within a frame leaves that to the frame. */
  permission?: PermissionSlug;
};

type ListAheadProps<T, N extends string> = {
  filters: readonly ListFilter<N, T>[];
  useItems: (query: AddressTexts<N>) => unknown;
};

/** A list of a workspace: its heading, how it is narrowed, its rows in every state, what is made and opened from it. */
export function ListScreen<T, N extends string = never>({ permission, ...screen }: Props<T, N>) {
  return (
    <Permitted by={permission === undefined ? [] : [permission]}>
      <Screen {...screen} />
    </Permitted>
  );
}

/** Asks for what a `ListScreen` within a frame will show, while the frame still waits for what it is about. */
export function ListAhead<T, N extends string>({ filters, useItems }: ListAheadProps<T, N>) {
  useItems(readFilters<N, T>(filters, useFilters().get).query);
  return null;
}
