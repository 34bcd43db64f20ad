"use client";

import { ActionIcon, Button, Group, SegmentedControl, Skeleton, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { CATEGORIES, categoryLabel } from "@/lib/tracker/enrichment/catalog";
import { type ActivityByHour, useActivity } from "@/lib/ui/home/queries";
import { CopyCommand } from "@/lib/ui/kit/copy-command";
import { addDays, dayOf, formatDuration, hoursToDraw, startOfDay, totalsByCategory } from "@/lib/ui/kit/day";
import { ErrorNotice } from "@/lib/ui/kit/error-notice";
import { readerLocale } from "@/lib/ui/kit/locale";
import table from "@/lib/ui/kit/table.module.css";
import classes from "./day-card.module.css";

const PLOT_HEIGHT_PX = 272;
const CATEGORIES_SHOWN = 8;
const UNKNOWN_COLOUR = "#7a7f84";

const ActivityPlot = dynamic(() => import("@/lib/ui/home/activity-plot"), {
  ssr: false,
  loading: () => <Skeleton height={PLOT_HEIGHT_PX} radius="md" />,
});

const ORDER: ReadonlyMap<string, number> = new Map(CATEGORIES.map(({ id }, index) => [id, index]));
const COLOUR: ReadonlyMap<string, string> = new Map(CATEGORIES.map(({ id, color }) => [id, color]));

function colourOf(category: string): string {
  return COLOUR.get(category) ?? UNKNOWN_COLOUR;
}

function formatHour(start: Date): string {
  return new Intl.DateTimeFormat(readerLocale(), {
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
  }).format(start);
}

/** The day in the address, today when it names none. */
function useDay() {
  const router = useRouter();
  const path = usePathname();
  const today = startOfDay(dayOf(new Date())) ?? new Date();
  const asked = startOfDay(useSearchParams().get("day") ?? "");
  const start = asked === null || asked > today ? today : asked;
  const show = (to: Date) => {
    const isToday = dayOf(to) === dayOf(today);
    router.replace(isToday ? path : `${path}?day=${dayOf(to)}`, { scroll: false });
  };
  return { start, today, isToday: dayOf(start) === dayOf(today), show };
}

function DayPicker({ day }: { day: ReturnType<typeof useDay> }) {
  return (
    <Group gap={6} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={34}
        aria-label="Previous day"
        onClick={() => day.show(addDays(day.start, -1))}
      >
        <IconChevronLeft size={16} stroke={2} />
      </ActionIcon>
      <TextInput
        type="date"
        aria-label="Day"
        size="sm"
        w={146}
        max={dayOf(day.today)}
        value={dayOf(day.start)}
        onChange={(event) => {
          const chosen = startOfDay(event.currentTarget.value);
          if (chosen) day.show(chosen);
        }}
        styles={{ input: { height: 34, minHeight: 34 } }}
      />
      <ActionIcon
        variant="default"
        size={34}
        aria-label="Next day"
        disabled={day.isToday}
        onClick={() => day.show(addDays(day.start, 1))}
      >
        <IconChevronRight size={16} stroke={2} />
      </ActionIcon>
      {day.isToday ? null : (
        <Button variant="default" size="sm" h={34} px="sm" onClick={() => day.show(day.today)}>
          Today
        </Button>
      )}
    </Group>
  );
}

function HourTable({ activity, start }: { activity: ActivityByHour; start: Date }) {
  const hours = hoursToDraw(activity.rows, start).filter(({ row }) => row !== null);
  const categories = totalsByCategory(activity.rows);
  return (
    // Scrolls sideways on a phone, and so must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region
    <section className={table.scroll} tabIndex={0} aria-label="Time by hour and category">
      <table className={`${table.table} ${classes.table}`}>
        <caption>Time by hour and category</caption>
        <thead>
          <tr>
            <th scope="col">Hour</th>
            {categories.map(({ category }) => (
              <th key={category} scope="col">
                {categoryLabel(category)}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {hours.map(({ start: hour, row }) => (
            <tr key={hour.getTime()}>
              <th scope="row">{formatHour(hour)}</th>
              {categories.map(({ category }) => (
                <td key={category}>
                  {row?.by_category[category] ? formatDuration(row.by_category[category]) : "–"}
                </td>
              ))}
              <td className={classes.sum}>{formatDuration(row?.seconds ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What the day went into, the largest first; the small change on demand. */
function Totals({ totals }: { totals: ReturnType<typeof totalsByCategory> }) {
  const [isWhole, { toggle }] = useDisclosure();
  const hidden = totals.length - CATEGORIES_SHOWN;
  const shown = isWhole || hidden <= 1 ? totals : totals.slice(0, CATEGORIES_SHOWN);
  return (
    <div>
      <table className={classes.totals}>
        <caption className={classes.label}>Time by category</caption>
        <thead className={classes.hidden}>
          <tr>
            <th scope="col">Category</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ category, seconds }) => (
            <tr key={category}>
              <th scope="row">
                <span
                  className={classes.swatch}
                  style={{ background: colourOf(category) }}
                  aria-hidden="true"
                />
                {categoryLabel(category)}
              </th>
              <td>{formatDuration(seconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hidden <= 1 ? null : (
        <Button variant="subtle" size="compact-sm" mt={6} ml={-8} aria-expanded={isWhole} onClick={toggle}>
          {isWhole ? "Show fewer" : `Show ${hidden} more`}
        </Button>
      )}
    </div>
  );
}

function Activity({ activity, start }: { activity: ActivityByHour; start: Date }) {
  const [view, setView] = useState("plot");
  const totals = totalsByCategory(activity.rows);
  const series = totals
    .map(({ category }) => ({ name: category, label: categoryLabel(category), color: colourOf(category) }))
    .sort((a, b) => (ORDER.get(a.name) ?? ORDER.size) - (ORDER.get(b.name) ?? ORDER.size));
  const data = hoursToDraw(activity.rows, start).map(({ start: hour, row }) => ({
    hour: formatHour(hour),
    ...Object.fromEntries(series.map(({ name }) => [name, (row?.by_category[name] ?? 0) / 60])),
  }));
  return (
    <div className={classes.activity}>
      <div className={classes.plot}>
        <div className={classes.plotHead}>
          <p className={classes.label}>Minutes by hour</p>
          <SegmentedControl
            size="xs"
            value={view}
            onChange={setView}
            aria-label="How to show the hours"
            data={[
              { value: "plot", label: "Plot" },
              { value: "table", label: "Table" },
            ]}
          />
        </div>
        {view === "plot" ? (
          <ActivityPlot
            data={data}
            series={series}
            label="Minutes by hour, stacked by category. The table has the numbers."
          />
        ) : (
          <HourTable activity={activity} start={start} />
        )}
      </div>
      <Totals totals={totals} />
    </div>
  );
}

/** One day of the reader: how much was recorded, hour by hour, and what it went into. */
export function DayCard({ demoCommand }: { demoCommand: string }) {
  const day = useDay();
  const activity = useActivity(day.start, addDays(day.start, 1), day.isToday);
  const title = new Intl.DateTimeFormat(readerLocale(), {
    weekday: "long",
    day: "numeric",
    month: "long",
  }).format(day.start);
  const total = activity.data?.total_seconds ?? 0;
  return (
    <section aria-labelledby="day" className={classes.card}>
      <header className={classes.header}>
        <div>
          <h1 id="day" className={classes.title}>
            {day.isToday ? "Today" : title}
          </h1>
          <p className={classes.note}>{day.isToday ? title : String(day.start.getFullYear())}</p>
        </div>
        <DayPicker day={day} />
      </header>

      {activity.isPending ? (
        <div role="status" aria-label="Loading the day">
          <Skeleton height={34} width={140} radius="sm" mb="lg" />
          <Skeleton height={PLOT_HEIGHT_PX} radius="md" />
        </div>
      ) : null}
      {activity.error && !activity.data ? (
        <ErrorNotice error={activity.error} what="this day" onRetry={() => activity.refetch()} />
      ) : null}
      {activity.data ? (
        <>
          <p className={classes.total}>
            {formatDuration(total)} <span>recorded{activity.data.is_settled ? "" : ", still counting"}</span>
          </p>
          {total === 0 ? (
            <div className={classes.empty}>
              <Text fw={500}>Nothing recorded {day.isToday ? "yet today" : "on this day"}</Text>
              <Text size="sm" c="dimmed" mt={4} mb="md">
                An enrolled device sends its samples automatically. To see a day right away, run the demo
                client:
              </Text>
              <CopyCommand command={demoCommand} />
            </div>
          ) : (
            <Activity activity={activity.data} start={day.start} />
          )}
        </>
      ) : null}
    </section>
  );
}
