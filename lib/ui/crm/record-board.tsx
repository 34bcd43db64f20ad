import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { autoScrollForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { ActionIcon, Alert, Skeleton, Text, VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { traitsOf } from "@/lib/crm/values/catalog";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import {
  type RecordBoard as Board,
  type BoardColumn,
  useMoveOnBoard,
  useRecordBoard,
} from "@/lib/ui/crm/board-queries";
import { objectPath, useOpenObject } from "@/lib/ui/crm/crm-frame";
import type { Attribute, CrmRecord } from "@/lib/ui/crm/queries";
import { ValueView } from "@/lib/ui/crm/value-view";
import { inSentence, titleOf } from "@/lib/ui/crm/wording";
import { IconPlus } from "@/lib/ui/icons";
import kit from "@/lib/ui/kit/lists/board.module.css";
import { ARROWS, cardBeside, columnsAside, showFocused } from "@/lib/ui/kit/lists/board-keys";
import dragged from "@/lib/ui/kit/lists/dragged.module.css";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { Link } from "@/lib/ui/kit/pages/link";
import { ErrorNotice } from "@/lib/ui/kit/states/error-notice";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { numberText } from "@/lib/ui/kit/words/counts";
import { readerLocale } from "@/lib/ui/kit/words/locale";
import { isEmpty } from "@/lib/ui/values/catalog";
import classes from "./record-board.module.css";

const DETAILS_SHOWN = 3;

type CardProps = {
  record: CrmRecord;
  attributes: readonly Attribute[];
  columns: readonly BoardColumn[];
  isEditable: boolean;
  move: (record: CrmRecord, to: string | null) => void;
};

function RecordCard({ record, attributes, columns, isEditable, move }: CardProps) {
  const { slug } = useWorkspace();
  const ref = useRef<HTMLLIElement>(null);
  const [isDragged, setIsDragged] = useState(false);
  const { id } = record;
  useEffect(() => {
    const element = ref.current;
    if (!element || !isEditable) return;
    return draggable({
      element,
      getInitialData: () => ({ recordId: id }),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    });
  }, [id, isEditable]);
  const details = attributes.filter(({ slug: name }) => !isEmpty(record.values[name] ?? null));
  return (
    <li
      ref={ref}
      className={`${dragged.item} ${kit.card}`}
      data-dragged={isDragged || undefined}
      data-editable={isEditable || undefined}
    >
      <div className={classes.cardHead}>
        <Link
          href={objectPath(slug, record.object, id)}
          className={kit.cardTitle ?? ""}
          draggable={false}
          data-record={id}
        >
          {titleOf(record)}
        </Link>
        {isEditable ? (
          <span className={kit.cardMenu}>
            <DotsMenu label={`Move ${titleOf(record)}`} look="card">
              {(Menu) => (
                <>
                  <Menu.Label>Move to</Menu.Label>
                  {columns.map(({ value, label }) => (
                    <Menu.Item key={value ?? ""} onClick={() => move(record, value)}>
                      {label}
                    </Menu.Item>
                  ))}
                </>
              )}
            </DotsMenu>
          </span>
        ) : null}
      </div>
      {details.slice(0, DETAILS_SHOWN).map((attribute) => (
        <div key={attribute.slug} className={classes.detail}>
          <VisuallyHidden>{attribute.name}: </VisuallyHidden>
          <ValueView
            attribute={attribute}
            value={record.values[attribute.slug] ?? null}
            labels={record.labels}
            isPlain
          />
        </div>
      ))}
    </li>
  );
}

/** A sum as text; amounts of money are shortened, because there are many side by side. */
function sumText(sum: number, attribute: Attribute): string {
  const isMoney = attribute.currency_code !== null;
  return new Intl.NumberFormat(readerLocale(), {
    maximumFractionDigits: isMoney && Number.isInteger(sum) ? 0 : 2,
    ...(isMoney ? { style: "currency" as const, currency: attribute.currency_code ?? "" } : {}),
    ...(isMoney && Number.isInteger(sum) ? { minimumFractionDigits: 0 } : {}),
  }).format(sum);
}

type ColumnProps = Omit<CardProps, "record"> & {
  column: BoardColumn;
  summed: Attribute | undefined;
  /** Null if no record can be created in this column. */
  add: (() => void) | null;
};

function Column({ column, summed, add, ...rest }: ColumnProps) {
  const object = useOpenObject();
  const { value, label, color, count, sum, records } = column;
  const { isEditable } = rest;
  const ref = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const [element, scrolled] = [ref.current, list.current];
    if (!element || !scrolled || !isEditable) return;
    return combine(
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data.recordId === "string",
        getData: () => ({ column: value }),
        onDragEnter: () => setIsOver(true),
        onDragLeave: () => setIsOver(false),
        onDrop: () => setIsOver(false),
      }),
      autoScrollForElements({ element: scrolled }),
    );
  }, [value, isEditable]);
  return (
    <section ref={ref} className={kit.column} aria-label={label} data-over={isOver || undefined}>
      <header>
        <div className={kit.columnHead}>
          <span
            className={classes.dot}
            style={color === null ? {} : { background: `var(--mantine-color-${color}-6)` }}
          />
          <h2>{label}</h2>
          <span className={kit.count}>{numberText(count)}</span>
          {add ? (
            <ActionIcon
              size="sm"
              className={classes.add}
              aria-label={`Add a ${inSentence(object.singular_name)} to ${label}`}
              onClick={add}
            >
              <IconPlus size={15} stroke={2} />
            </ActionIcon>
          ) : null}
        </div>
        {/* Below, because the sum of a large column leaves no room for its name. */}
        {sum !== null && summed ? <div className={classes.sum}>{sumText(sum, summed)}</div> : null}
      </header>
      <div ref={list} className={kit.cards}>
        {records.length > 0 ? (
          <ul className={kit.cardList}>
            {records.map((record) => (
              <RecordCard key={record.id} record={record} {...rest} />
            ))}
          </ul>
        ) : (
          <p className={kit.note}>Nothing here</p>
        )}
        {count > records.length ? (
          <p className={kit.note}>
            The {records.length} changed last are shown. Search or filter to find the others.
          </p>
        ) : null}
      </div>
    </section>
  );
}

type Props = {
  /** The attribute whose options are the columns. */
  by: Attribute;
  sum: Attribute | undefined;
  /** The attributes that cards show besides the title, as far as there is room. */
  attributes: readonly Attribute[];
  query: { search: string; filter: string; time_zone: string };
  /** False until it is known what to query. */
  isEnabled: boolean;
  isEditable: boolean;
  /** Creates a record in a column. */
  onAdd: (to: string | null) => void;
};

/** Records as cards in columns by the value of one attribute, with counts and sums. */
export default function RecordBoard({ by, sum, attributes, query, isEnabled, isEditable, onAdd }: Props) {
  const object = useOpenObject();
  const asked = { ...query, by: by.slug, ...(sum ? { sum: sum.slug } : {}) };
  const board = useRecordBoard(object.slug, asked, isEnabled);
  const moveIt = useMoveOnBoard(object.slug, asked);
  const [announcement, setAnnouncement] = useState("");
  const ref = useRef<HTMLElement>(null);
  const [toFocus, setToFocus] = useState<{ id: string; column: string | null } | null>(null);

  const move = async (record: CrmRecord, to: string | null, isUndo = false) => {
    const from = (record.values[by.slug] ?? null) as string | null;
    if (from === to) return;
    const label = board.data?.columns.find(({ value }) => value === to)?.label ?? "None";
    try {
      const moved = await moveIt.mutateAsync({ record, to });
      const words = `${titleOf(record)} moved to ${label}`;
      setAnnouncement(words);
      if (!isUndo) notifyUndoable(words, () => void move(moved, from, true), "record-board");
    } catch (error) {
      setToFocus(null);
      notifyFailure(`${titleOf(record)} was not moved`, error);
    }
  };
  const drop = useEffectEvent((recordId: unknown, to: unknown) => {
    const record = board.data?.columns.flatMap(({ records }) => records).find((each) => each.id === recordId);
    if (record && (to === null || typeof to === "string")) void move(record, to);
  });
  const isLoaded = board.data !== undefined;
  useEffect(() => {
    const element = ref.current;
    if (!isLoaded || !element) return;
    return combine(
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data.recordId === "string",
        onDrop: ({ source, location }) => {
          const target = location.current.dropTargets.find(({ data }) => "column" in data);
          if (target) drop(source.data.recordId, target.data.column);
        },
      }),
      autoScrollForElements({ element }),
    );
  }, [isLoaded]);

  // A card that changes columns becomes another element, so the focus must be moved explicitly: as soon as it is drawn,
  // because the next key may already be on its way.
  useLayoutEffect(() => {
    const column = board.data?.columns.find(({ value }) => value === toFocus?.column);
    if (!toFocus || !column?.records.some(({ id }) => id === toFocus.id)) return;
    ref.current?.querySelector<HTMLElement>(`[data-record="${toFocus.id}"]`)?.focus();
    setToFocus(null);
  }, [toFocus, board.data]);

  const shown = attributes.filter((each) => each.slug !== by.slug && traitsOf(each.type).json !== "boolean");
  if (board.error && !board.data) {
    return (
      <ErrorNotice
        error={board.error}
        what={`the ${inSentence(object.plural_name)}`}
        onRetry={() => board.refetch()}
      />
    );
  }
  if (!board.data) {
    return (
      <div className={kit.board} role="status" aria-label="Loading the board">
        {by.options.map(({ value }) => (
          <Skeleton key={value} height={220} radius="lg" />
        ))}
      </div>
    );
  }
  const { columns }: Board = board.data;
  // An archived option can't be given to a record.
  const canBegin = ({ value }: BoardColumn) =>
    value === null ? !by.is_required : by.options.some((option) => option.value === value);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.record : undefined;
    if (id === undefined || !ARROWS.includes(event.key)) return;
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    if (!event.shiftKey) {
      const shownIn = columns.map(({ records }) => records);
      const next = cardBeside(shownIn, id, event.key);
      ref.current?.querySelector<HTMLElement>(`[data-record="${next?.id}"]`)?.focus();
      return;
    }
    const at = columns.findIndex(({ records }) => records.some((each) => each.id === id));
    const record = columns[at]?.records.find((each) => each.id === id);
    const to = columns[at + columnsAside(event.key)];
    if (!isEditable || !record || !to || !canBegin(to)) return;
    setToFocus({ id, column: to.value });
    void move(record, to.value);
  };
  return (
    <>
      {board.data.is_cut ? (
        <Alert color="yellow" mb="sm">
          <Text size="sm">
            There are very many: only the newest 20,000 are counted and added up. A filter narrows them down.
          </Text>
        </Alert>
      ) : null}
      <section
        ref={ref}
        className={kit.board}
        aria-label={`${object.plural_name} by ${by.name}`}
        data-stale={board.isPlaceholderData || undefined}
        onFocus={showFocused}
        onKeyDown={onKeyDown}
      >
        {columns.map((column) => (
          <Column
            key={column.value ?? ""}
            column={column}
            columns={columns}
            summed={sum}
            attributes={shown}
            isEditable={isEditable}
            add={isEditable && canBegin(column) ? () => onAdd(column.value) : null}
            move={(record, to) => void move(record, to)}
          />
        ))}
      </section>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </>
  );
}
