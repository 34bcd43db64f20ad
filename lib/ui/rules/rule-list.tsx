import { Button, TextInput, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { categoryLabel } from "@/lib/tracker/enrichment/catalog";
import { IconListSearch, IconSearch } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { Empty } from "@/lib/ui/kit/lists/list-page";
import { countOf } from "@/lib/ui/kit/words/counts";
import type { Rule } from "@/lib/ui/rules/rule";
import { type RuleActions, RuleRow } from "@/lib/ui/rules/rule-row";
import { type Difference, projectName, ruleText } from "@/lib/ui/rules/words";
import classes from "./rules.module.css";

const SHOWN_AT_FIRST = 100;
/** Shorter lists need no search. */
const SEARCHED_MIN = 8;

type Props = {
  rules: readonly Rule[];
  /** The projects that rules can name. */
  projects: readonly { id: string; name: string }[];
  difference: Difference;
  edit: (rule: Rule) => void;
  remove: (rule: Rule, place: number) => void;
  move: (id: string, to: number) => void;
  empty: ReactNode;
};

function markOf(rule: Rule, { added, changed }: Difference): string | null {
  if (added.has(rule.id)) return "New";
  return changed.has(rule.id) ? "Changed" : null;
}

/** Announces moves, keeps the focus on the moved row, and scrolls the page while dragging. */
function useMoving(rules: readonly Rule[], move: Props["move"]) {
  const [told, setTold] = useState("");
  const focused = useRef<string | null>(null);
  const latest = useRef({ rules, move });
  useLayoutEffect(() => {
    latest.current = { rules, move };
    if (focused.current === null) return;
    // When a row is moved in the document, the browser takes the focus off it.
    document.querySelector<HTMLElement>(`[data-handle="${focused.current}"]`)?.focus();
    focused.current = null;
  }, [rules, move]);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    void import("@/lib/ui/rules/drag-rule").then(
      ({ scrollWhileDragging }) => {
        if (!isOver) stop = scrollWhileDragging();
      },
      () => {},
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, []);
  const go = useCallback((id: string, to: number, text: string) => {
    focused.current = id;
    latest.current.move(id, to);
    setTold(`${text} is at place ${to + 1} of ${latest.current.rules.length} now.`);
  }, []);
  const drop = useCallback<RuleActions["drop"]>(
    (id, over, edge) => {
      const { rules: all } = latest.current;
      const dragged = all.find((rule) => rule.id === id);
      const others = all.filter((rule) => rule !== dragged);
      const to = others.findIndex((rule) => rule.id === over) + (edge === "bottom" ? 1 : 0);
      if (dragged && all.indexOf(dragged) !== to) go(id, to, ruleText(dragged));
    },
    [go],
  );
  return { told, go, drop };
}

/** The rules in order, with a search if there are many. */
export function RulesCard({ rules, projects, difference, edit, remove, move, empty }: Props) {
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  const { told, go, drop } = useMoving(rules, move);
  const actions = useMemo<RuleActions>(
    () => ({ edit, remove, drop, move: (rule, to) => go(rule.id, to, ruleText(rule)) }),
    [edit, remove, drop, go],
  );
  const projectOf = (rule: Rule) => projectName(projects, rule.project_id);
  const words = search.trim().toLowerCase();
  const found = rules
    .map((rule, place) => ({ rule, place }))
    .filter(({ rule }) =>
      [ruleText(rule), rule.category ? categoryLabel(rule.category) : "", projectOf(rule) ?? ""]
        .join(" ")
        .toLowerCase()
        .includes(words),
    );
  return (
    <Card
      id="rules"
      title="In this order"
      note="The first rule that matches decides. Drag a rule by its handle, or move it with the arrow keys."
    >
      <VisuallyHidden id="rule-keys">
        Arrow up and down move it; Home and End to the top and the end
      </VisuallyHidden>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
      {rules.length >= SEARCHED_MIN ? (
        <TextInput
          aria-label="Search rules"
          placeholder="Search by app, site, title, category or project"
          leftSection={<IconSearch size={16} stroke={1.75} />}
          value={search}
          mb="sm"
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      {rules.length === 0 ? empty : null}
      {rules.length > 0 && found.length === 0 ? (
        <Empty
          Icon={IconListSearch}
          title="No rule matches"
          action={
            <Button variant="default" size="sm" onClick={() => setSearch("")}>
              Clear the search
            </Button>
          }
        >
          None of the {countOf(rules.length, "rule")} holds “{search.trim()}”.
        </Empty>
      ) : null}
      {found.length > 0 ? (
        <ol className={classes.rules} aria-label="Rules, the first that matches decides">
          {found.slice(0, shown).map(({ rule, place }) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              place={place}
              count={rules.length}
              mark={markOf(rule, difference)}
              project={projectOf(rule)}
              isMovable={words === ""}
              actions={actions}
            />
          ))}
        </ol>
      ) : null}
      {found.length > shown ? (
        <Button variant="subtle" size="sm" mt="sm" onClick={() => setShown(found.length)}>
          Show all {countOf(found.length, "rule")}
        </Button>
      ) : null}
    </Card>
  );
}
