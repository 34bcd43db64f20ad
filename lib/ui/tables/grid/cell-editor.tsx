import { type ComponentType, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { parseCell, textOf } from "@/lib/ui/tables/grid/cells";
import type { Column, Value } from "@/lib/ui/tables/grid/types";
import { type ColumnInput, lookOf, TYPES } from "@/lib/ui/values/catalog";
import classes from "./cell-editor.module.css";

/** Where the active cell moves after an edit. */
export type Onward = "down" | "up" | "next" | "previous" | "stay";

type Props = {
  column: Column;
  value: Value | undefined;
  /** The character that began the edit and replaces the value; null keeps the value. */
  typed: string | null;
  onKeep: (value: Value, onward: Onward) => void;
  onCancel: () => void;
};

/** Where the keys that end an edit move to. */
function onwardOf({ key, shiftKey }: KeyboardEvent): Onward | null {
  if (key === "Enter") return shiftKey ? "up" : "down";
  if (key === "Tab") return shiftKey ? "previous" : "next";
  return null;
}

function TextEditor({ column, value, typed, onKeep, onCancel }: Props) {
  const [text, setText] = useState(typed ?? textOf(column, value));
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const isOver = useRef(false);
  const faultId = useId();
  useEffect(() => {
    field.current?.focus();
    if (typed === null) field.current?.select();
    // Some fields put the caret before their content, and the next letter would go there too.
    else field.current?.setSelectionRange(typed.length, typed.length);
  }, [typed]);
  const keep = (onward: Onward): void => {
    if (isOver.current) return;
    const parsed = parseCell(column, text);
    if ("fault" in parsed) {
      setFault(parsed.fault);
      return;
    }
    isOver.current = true;
    onKeep(parsed.value, onward);
  };
  const { input, keys } = lookOf(column.type);
  const isLong = input === "long_text";
  const Field = isLong ? "textarea" : "input";
  return (
    <div className={classes.editor} data-fault={fault !== null || undefined}>
      <Field
        ref={field}
        className={classes.input}
        aria-label={column.name}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : faultId}
        autoComplete="off"
        value={text}
        {...(isLong ? { rows: Math.min(6, text.split("\n").length) } : { inputMode: keys })}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setFault(null);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Escape") {
            isOver.current = true;
            onCancel();
            return;
          }
          const isNewLine = isLong && event.key === "Enter" && (event.altKey || event.shiftKey);
          if (isNewLine && event.shiftKey) return;
          const onward = onwardOf(event);
          if (onward === null) return;
          event.preventDefault();
          if (isNewLine) setText(`${text}\n`);
          else keep(onward);
        }}
        onBlur={() => {
          // Leaving the field saves what was typed; invalid text is dropped, rather than keeping the reader there.
          if (isOver.current) return;
          const parsed = parseCell(column, text);
          isOver.current = true;
          if ("fault" in parsed) onCancel();
          else onKeep(parsed.value, "stay");
        }}
      />
      {fault === null ? null : (
        <p id={faultId} className={classes.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

function DateEditor({ column, value, onKeep, onCancel }: Props) {
  const [day, setDay] = useState(typeof value === "string" ? value : "");
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => field.current?.focus(), []);
  const keep = (onward: Onward) => {
    if (isOver.current) return;
    isOver.current = true;
    // An incomplete date reads as none, which would clear the existing one.
    if (field.current?.validity.badInput) onCancel();
    else onKeep(day === "" ? null : day, onward);
  };
  return (
    <div className={classes.editor}>
      <input
        ref={field}
        type="date"
        className={classes.input}
        aria-label={column.name}
        max="9999-12-31"
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Escape") {
            isOver.current = true;
            onCancel();
          }
          // Tab first moves on to the month and the year, as the browser does it.
          if (event.key !== "Enter") return;
          event.preventDefault();
          keep(event.shiftKey ? "up" : "down");
        }}
        onBlur={() => keep("stay")}
      />
    </div>
  );
}

/** A list of options, for one or several values; navigated with the arrows and searched by typing. */
function ChoiceEditor({ column, value, typed, onKeep, onCancel }: Props) {
  const isMany = lookOf(column.type).input === "choices";
  const { options: choices } = column;
  const [chosen, setChosen] = useState<readonly string[]>(
    Array.isArray(value) ? value : typeof value === "string" ? [value] : [],
  );
  const [search, setSearch] = useState(typed ?? "");
  const found = choices.filter(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()));
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      choices.findIndex((choice) => choice.value === chosen[0]),
    ),
  );
  const current = found[Math.min(at, found.length - 1)];
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const isOver = useRef(false);
  const listId = useId();
  useEffect(() => {
    field.current?.focus();
    list.current?.scrollIntoView({ block: "nearest" });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is reached
  useEffect(() => {
    list.current?.querySelector("[data-current]")?.scrollIntoView({ block: "nearest" });
  }, [current?.value]);
  const end = (next: readonly string[], onward: Onward) => {
    if (isOver.current) return;
    isOver.current = true;
    onKeep(
      isMany
        ? choices.flatMap((choice) => (next.includes(choice.value) ? choice.value : []))
        : (next[0] ?? null),
      onward,
    );
  };
  const toggle = (choice: string) =>
    setChosen(chosen.includes(choice) ? chosen.filter((each) => each !== choice) : [...chosen, choice]);
  const optionId = (choice: string) => `${listId}-${choices.findIndex((each) => each.value === choice)}`;
  return (
    <div className={classes.editor}>
      <input
        ref={field}
        className={classes.input}
        role="combobox"
        aria-label={column.name}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={current ? optionId(current.value) : undefined}
        autoComplete="off"
        placeholder={isMany ? "Enter picks, Tab keeps" : "Search"}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (by !== undefined) {
            event.preventDefault();
            setAt((Math.min(at, found.length - 1) + by + found.length) % Math.max(1, found.length));
          } else if (event.key === "Escape") {
            isOver.current = true;
            onCancel();
          } else if (event.key === "Tab") {
            event.preventDefault();
            const isPicked = !isMany && search !== "" && current;
            end(isPicked ? [current.value] : chosen, event.shiftKey ? "previous" : "next");
          } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            end(chosen, "down");
          } else if (event.key === "Enter") {
            event.preventDefault();
            if (!current) return;
            if (isMany) toggle(current.value);
            else end([current.value], "down");
          } else if (event.key === "Backspace" && search === "") {
            setChosen(isMany ? chosen.slice(0, -1) : []);
          }
        }}
        onBlur={() => end(chosen, "stay")}
      />
      {/* Picking with the mouse must not move the focus, which would end the edit. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus where it is */}
      <div ref={list} className={classes.choices} onMouseDown={(event) => event.preventDefault()}>
        <div id={listId} role="listbox" aria-label={column.name} aria-multiselectable={isMany}>
          {found.map((choice) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
            // biome-ignore lint/a11y/useFocusableInteractive: the field beside it has the focus
            <div
              key={choice.value}
              id={optionId(choice.value)}
              role="option"
              className={classes.choice}
              aria-selected={chosen.includes(choice.value)}
              data-current={choice === current || undefined}
              onClick={() => (isMany ? toggle(choice.value) : end([choice.value], "stay"))}
            >
              <span className={classes.tick} aria-hidden="true">
                {chosen.includes(choice.value) ? "✓" : ""}
              </span>
              {choice.label}
            </div>
          ))}
        </div>
        {found.length === 0 ? <p className={classes.none}>No option matches</p> : null}
      </div>
    </div>
  );
}

const EDITORS: Record<ColumnInput, ComponentType<Props> | null> = {
  long_text: TextEditor,
  line: TextEditor,
  number: TextEditor,
  day: DateEditor,
  choice: ChoiceEditor,
  choices: ChoiceEditor,
  // A checkbox is ticked in its cell.
  check: null,
};

/** The field that a cell becomes while it is edited, by its column's type. */
export function CellEditor(props: Props) {
  const Editor = EDITORS[TYPES[props.column.type].input];
  return Editor && <Editor {...props} />;
}
