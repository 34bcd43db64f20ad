import { ActionIcon, Button, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { IconBell } from "@/lib/ui/icons";
import {
  IconChevronDown,
  IconChevronRight,
  IconCopy,
  IconGripVertical,
  IconPlus,
  IconTrash,
} from "@/lib/ui/icons";
import { MoveButtons } from "@/lib/ui/kit/lists/move-buttons";
import { LazyMenu } from "@/lib/ui/kit/menus/lazy-menu";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import classes from "./editor.module.css";

type Item = { key: string; id?: string };
type Look = { Icon: typeof IconBell; title: string; detail: string };
type Kind<T> = {
  label: string;
  detail: string;
  Icon: typeof IconBell;
  make: () => T;
  /** Why it can't be added; null where it can. */
  refusal: string | null;
};

type Props<T extends Item> = {
  items: readonly T[];
  /** Changes the list as it is by then, which an undo may find changed. */
  edit: (change: (items: T[]) => T[]) => void;
  /** What they are, singular: "action". */
  noun: string;
  max: number;
  kinds: readonly Kind<T>[];
  /** The same with a key of its own. */
  copy: (item: T) => T;
  lookOf: (item: T) => Look;
  /** What begins with an item, such as a page; null where nothing does. */
  headingOf?: (item: T) => string | null;
  hasProblem: (item: T) => boolean;
  renderFields: (item: T, change: (item: T) => void) => ReactNode;
  isReadOnly: boolean;
};

/** A few cards are all open; of many only those that are being worked on. */
const OPEN_AT_FIRST_MAX = 2;

function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** An ordered list of things, each a card with its form: add, duplicate, remove; move by mouse, button or keys. */
export function CardList<T extends Item>(props: Props<T>) {
  const { items, edit, noun, max, kinds, copy, lookOf, headingOf, hasProblem, renderFields, isReadOnly } =
    props;
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(items.length <= OPEN_AT_FIRST_MAX ? items.map(({ key }) => key) : []),
  );
  const [said, setSaid] = useState("");
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const cards = useRef<HTMLOListElement>(null);
  const [added, setAdded] = useState<string | null>(null);
  useEffect(() => {
    if (added === null) return;
    const fields = cards.current?.querySelector(`[data-fields-of="${CSS.escape(added)}"]`);
    // Whoever adds one goes on by filling it in. The menu would take the focus back only from itself.
    const first = fields?.querySelector<HTMLElement>("input, textarea, select, button");
    first?.focus();
    // What stands there stands for what is to be typed.
    if (first instanceof HTMLInputElement) first.select();
  }, [added]);
  const insertAfter = (index: number, item: T) => {
    setOpen(new Set([...open, item.key]));
    edit((list) => list.toSpliced(index + 1, 0, item));
  };
  const moveTo = (index: number, to: number) => {
    if (index < 0 || to < 0 || to >= items.length || index === to) return;
    edit((list) => moved(list, index, to));
    setSaid(`Moved to place ${to + 1} of ${items.length}`);
  };
  const move = (index: number, by: -1 | 1) => moveTo(index, index + by);
  const drop = (index: number) => {
    moveTo(
      items.findIndex(({ key }) => key === dragged),
      index,
    );
    setDragged(null);
    setOver(null);
  };
  const remove = (item: T, index: number) => {
    edit((list) => list.filter(({ key }) => key !== item.key));
    notifyUndoable(`${lookOf(item).title} is removed`, () =>
      edit((list) =>
        list.some(({ key }) => key === item.key)
          ? list
          : list.toSpliced(Math.min(index, list.length), 0, item),
      ),
    );
  };
  const byKeys = (index: number) => (event: KeyboardEvent) => {
    if (isReadOnly || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    move(index, event.key === "ArrowUp" ? -1 : 1);
  };
  return (
    <>
      <ol
        ref={cards}
        className={classes.cards}
        aria-label={`The ${noun}s, in their order`}
        hidden={items.length === 0}
      >
        {items.map((item, index) => {
          const { Icon, title, detail } = lookOf(item);
          const isBad = hasProblem(item);
          const isOpen = open.has(item.key) || isBad;
          const Chevron = isOpen ? IconChevronDown : IconChevronRight;
          const name = `${noun} ${index + 1}`;
          const heading = headingOf?.(item) ?? null;
          return (
            <li
              key={item.key}
              data-heading={heading ?? undefined}
              className={classes.card}
              data-bad={isBad || undefined}
              data-dragged={dragged === item.key || undefined}
              data-over={(over === item.key && dragged !== item.key) || undefined}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                setOver(item.key);
              }}
              onDrop={(event) => {
                event.preventDefault();
                drop(index);
              }}
            >
              <div className={classes.head}>
                {isReadOnly || items.length < 2 ? null : (
                  // The buttons and keys beside it do the same.
                  <span
                    className={classes.grip}
                    aria-hidden="true"
                    draggable
                    onDragStart={(event) => {
                      event.dataTransfer.effectAllowed = "move";
                      event.dataTransfer.setData("text/plain", title);
                      setDragged(item.key);
                    }}
                    onDragEnd={() => {
                      setDragged(null);
                      setOver(null);
                    }}
                  >
                    <IconGripVertical size={16} stroke={1.75} />
                  </span>
                )}
                <UnstyledButton
                  className={`mantine-focus-auto ${classes.opener}`}
                  aria-expanded={isOpen}
                  {...(isReadOnly ? {} : { "aria-keyshortcuts": "Alt+ArrowUp Alt+ArrowDown" })}
                  onKeyDown={byKeys(index)}
                  onClick={() => {
                    const next = new Set(open);
                    if (!next.delete(item.key)) next.add(item.key);
                    setOpen(next);
                  }}
                >
                  <span className={classes.icon}>
                    <Icon size={16} stroke={1.75} aria-hidden="true" />
                  </span>
                  <span className={classes.words}>
                    <span className={classes.title}>
                      {index + 1}. {title}
                    </span>
                    <span className={classes.detail}>{detail}</span>
                  </span>
                  <Chevron size={16} stroke={1.75} aria-hidden="true" style={{ marginInlineStart: "auto" }} />
                </UnstyledButton>
                {isReadOnly ? null : (
                  <span className={classes.tools}>
                    <MoveButtons
                      name={name}
                      hasKeys
                      up={index === 0 ? null : () => move(index, -1)}
                      down={index === items.length - 1 ? null : () => move(index, 1)}
                    />
                    <ActionIcon
                      aria-label={`Duplicate ${name}`}
                      title="Duplicate"
                      disabled={items.length >= max}
                      onClick={() => insertAfter(index, copy(item))}
                    >
                      <IconCopy size={16} stroke={1.75} />
                    </ActionIcon>
                    <ActionIcon
                      aria-label={`Remove ${name}`}
                      title="Remove"
                      onClick={() => remove(item, index)}
                    >
                      <IconTrash size={16} stroke={1.75} />
                    </ActionIcon>
                  </span>
                )}
              </div>
              {isOpen ? (
                <div className={classes.body} data-fields-of={item.key}>
                  {renderFields(item, (next) =>
                    edit((list) => list.map((each) => (each.key === next.key ? next : each))),
                  )}
                </div>
              ) : null}
            </li>
          );
        })}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {isReadOnly ? null : (
        <div>
          <LazyMenu
            position="bottom-start"
            width={300}
            target={
              <Button
                variant="default"
                leftSection={<IconPlus size={16} stroke={2} />}
                disabled={items.length >= max}
              >
                Add {/^[aeiou]/.test(noun) ? "an" : "a"} {noun}
              </Button>
            }
          >
            {(Menu) => (
              <div className={classes.choices}>
                {kinds.map(({ label, detail, Icon, make, refusal }) => (
                  <Menu.Item
                    key={label}
                    leftSection={<Icon size={16} stroke={1.75} />}
                    disabled={refusal !== null}
                    onClick={() => {
                      const item = make();
                      insertAfter(items.length - 1, item);
                      setAdded(item.key);
                    }}
                  >
                    {label}
                    <div className={classes.detail} style={{ whiteSpace: "normal" }}>
                      {refusal ?? detail}
                    </div>
                  </Menu.Item>
                ))}
              </div>
            )}
          </LazyMenu>
        </div>
      )}
    </>
  );
}
