"use client";

import { Button, SegmentedControl, Text, TextInput } from "@mantine/core";
import { HOUR_MS } from "@/lib/platform/limits";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconChartBar } from "@/lib/ui/icons";
import { type Line, lineOfType, linesOf } from "@/lib/ui/integrations/event-lines";
import { EventRow } from "@/lib/ui/integrations/event-row";
import { type Counts, useProductEventCounts, useProductEvents } from "@/lib/ui/integrations/queries";
import { RANGES, type Range, rangeOf } from "@/lib/ui/integrations/ranges";
import cards from "@/lib/ui/kit/cards/card.module.css";
import { LazySelect } from "@/lib/ui/kit/fields/lazy-select";
import { useFilters } from "@/lib/ui/kit/filters/filters";
import { RemovablePill } from "@/lib/ui/kit/filters/removable-pill";
import { Empty, ListPanel } from "@/lib/ui/kit/lists/list-page";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { Plot } from "@/lib/ui/kit/plots/plot";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { addDays, dayOf } from "@/lib/ui/kit/time/day";
import { countOf, numberText } from "@/lib/ui/kit/words/counts";
import { readerLocale } from "@/lib/ui/kit/words/locale";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./product-events.module.css";

const PLOT_HEIGHT_PX = 260;

const NO_FILTERS = { type: "", user_id: "", anonymous_id: "" };

function useEventFilters() {
  const { get, set, type } = useFilters();
  const narrowed = { type: get("type"), user_id: get("user_id"), anonymous_id: get("anonymous_id") };
  return {
    ...narrowed,
    range: rangeOf({ range: get("range"), from: get("from"), to: get("to") }, new Date()),
    isNarrowed: Object.values(narrowed).some((value) => value !== ""),
    set,
    setTyped: type,
    clear: () => set(NO_FILTERS),
  };
}

type Filters = ReturnType<typeof useEventFilters>;

function RangePicker({ filters: { range, set, setTyped } }: { filters: Filters }) {
  const days = { from: dayOf(range.since), to: dayOf(addDays(range.until, -1)) };
  const setDay = (name: "from" | "to", day: string) => {
    if (day !== "") setTyped({ ...days, [name]: day });
  };
  return (
    <>
      <SegmentedControl
        aria-label="Range"
        className={classes.range ?? ""}
        data={[...RANGES.map(({ value, label }) => ({ value, label })), { value: "custom", label: "Custom" }]}
        value={range.name}
        onChange={(name) =>
          set(name === "custom" ? { ...days, range: "" } : { range: name, from: "", to: "" })
        }
      />
      {range.name === "custom" ? (
        <>
          <TextInput
            type="date"
            aria-label="From"
            max={days.to}
            value={days.from}
            onChange={(event) => setDay("from", event.currentTarget.value)}
          />
          <TextInput
            type="date"
            aria-label="To"
            min={days.from}
            max={dayOf(new Date())}
            value={days.to}
            onChange={(event) => setDay("to", event.currentTarget.value)}
          />
        </>
      ) : null}
    </>
  );
}

function FilterBar({ filters, types }: { filters: Filters; types: string[] }) {
  const { type, user_id, anonymous_id, isNarrowed, set, clear } = filters;
  return (
    <search className={page.filters} aria-label="Filter product events">
      <RangePicker filters={filters} />
      <LazySelect
        aria-label="Type"
        shownText={type}
        placeholder="Any type"
        clearable
        nothingFoundMessage="No such type in this range"
        className={classes.filter ?? ""}
        data={[...new Set([...types, ...(type === "" ? [] : [type])])]}
        value={type === "" ? null : type}
        onChange={(value) => set({ type: value ?? "" })}
      />
      {user_id === "" && anonymous_id === "" ? null : (
        <RemovablePill
          className={classes.person}
          removeLabel="Show events by anybody"
          onRemove={() => set({ user_id: "", anonymous_id: "" })}
        >
          {user_id === "" ? `Visitor ${anonymous_id.slice(0, 8)}` : user_id}
        </RemovablePill>
      )}
      {isNarrowed ? (
        <Button variant="subtle" size="sm" px="xs" onClick={clear}>
          Clear
        </Button>
      ) : null}
    </search>
  );
}

/** The format of hours or days below the plot. */
function bucketFormat({ since, until, bucket }: Range): Intl.DateTimeFormat {
  const isOneDay = until.getTime() - since.getTime() <= 24 * HOUR_MS;
  const hour = { hour: "2-digit", minute: "2-digit", hour12: false } as const;
  return new Intl.DateTimeFormat(
    readerLocale(),
    bucket === "day"
      ? { day: "numeric", month: "short" }
      : { ...hour, ...(isOneDay ? {} : { weekday: "short" }) },
  );
}

type LegendProps = { lines: Line[]; type: string; onPick: (type: string) => void };

/** The total of each type; clicking one shows only that type. */
function Legend({ lines, type, onPick }: LegendProps) {
  return (
    <ul className={classes.legend} aria-label="Events by type">
      {lines.map((line) => {
        const isPicked = line.type === type;
        const inside = (
          <>
            <span className={classes.swatch} style={{ background: line.color }} aria-hidden="true" />
            <span className={classes.type}>{line.label}</span>
            <span className={classes.count}>{numberText(line.total)}</span>
          </>
        );
        const lineType = line.type;
        return (
          <li key={line.type ?? line.label}>
            {lineType === null ? (
              <span className={classes.entry}>{inside}</span>
            ) : (
              <button
                type="button"
                className={classes.entry}
                aria-pressed={isPicked}
                onClick={() => onPick(isPicked ? "" : lineType)}
              >
                {inside}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function CountsCard({ counts, filters }: { counts: Counts; filters: Filters }) {
  const { type, range, set } = filters;
  const lines = linesOf(counts);
  const picked = type === "" ? null : lineOfType(counts, type);
  const drawn = type === "" ? lines : picked ? [picked] : [];
  const total = drawn.reduce((sum, line) => sum + line.total, 0);
  const format = bucketFormat(range);
  return (
    <div className={cards.card}>
      <p className={classes.total}>
        {numberText(total)}{" "}
        <span>
          {total === 1 ? "event" : "events"} by {range.bucket}
        </span>
      </p>
      <div className={classes.columns}>
        {drawn.length === 0 ? (
          <Text size="sm" c="dimmed">
            {type === ""
              ? "No events in this range."
              : "There are no events of this type in this range, or too few to plot beside the others."}
          </Text>
        ) : (
          <Plot
            shape="bars"
            places={counts.buckets.map((at) => format.format(new Date(at)))}
            series={drawn.map(({ label, color, counts: values }) => ({ name: label, color, values }))}
            height={PLOT_HEIGHT_PX}
            label={`${countOf(total, "event")} by ${range.bucket}`}
          />
        )}
        {lines.length === 0 ? null : (
          <Legend lines={lines} type={type} onPick={(picks) => set({ type: picks })} />
        )}
      </div>
    </div>
  );
}

/** What people do in the workspace's products: events over time, and each event. */
export function ProductEvents() {
  const { slug } = useWorkspace();
  const filters = useEventFilters();
  const { type, user_id, anonymous_id, range } = filters;
  const counts = useProductEventCounts(range);
  const since = range.since.toISOString();
  // A range that reaches the present is queried without an end, so that new events show up.
  const until = range.until > new Date() ? "" : new Date(range.until.getTime() - 1).toISOString();
  const events = useProductEvents({ type, user_id, anonymous_id, since, until });
  return (
    <>
      <FilterBar filters={filters} types={counts.data?.series.map((each) => each.type) ?? []} />
      <Loaded query={counts} what="the counts" bones={[PLOT_HEIGHT_PX + 80]}>
        {(counted) =>
          // If a workspace has no events, the list below says so.
          counted.total === 0 && !filters.isNarrowed ? null : (
            <CountsCard counts={counted} filters={filters} />
          )
        }
      </Loaded>
      {user_id === "" && anonymous_id === "" ? null : (
        <Text size="sm" c="dimmed" mt="sm">
          The plot counts everybody; the list below is of one person.
        </Text>
      )}
      <div className={classes.list}>
        <ListPanel
          list={events}
          what="product events"
          label="Product events, newest first"
          renderRow={(event) => <EventRow key={event.id} event={event} onNarrow={filters.set} />}
          empty={
            <Empty
              Icon={IconChartBar}
              title={filters.isNarrowed ? "No matching events" : "No events in this range"}
              action={
                filters.isNarrowed ? (
                  <Button variant="default" size="sm" onClick={filters.clear}>
                    Clear the filters
                  </Button>
                ) : (
                  <Button
                    component={Link}
                    href={workspacePath(slug, "integrations/api-keys")}
                    variant="default"
                  >
                    API keys and snippets
                  </Button>
                )
              }
            >
              {filters.isNarrowed
                ? "No events in this range match these filters."
                : "Add the SDK with an API key to your pages, and what people do there appears here."}
            </Empty>
          }
        />
      </div>
    </>
  );
}
