import { ActionIcon, Button, Group, Skeleton, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { dayIn, rangeOfDay, shiftDay } from "@/lib/tracker/days/rules";
import { categoryLabel } from "@/lib/tracker/enrichment/catalog";
import { SAMPLES_PER_DEVICE_AND_BUCKET_MAX } from "@/lib/tracker/enrichment/limits";
import { browserTimeZone } from "@/lib/ui/api/profile";
import { hoursToDraw } from "@/lib/ui/home/hours";
import { HowToRecord } from "@/lib/ui/home/how-to-record";
import { type ActivityByHour, useActivity } from "@/lib/ui/home/queries";
import { IconChevronLeft, IconChevronRight } from "@/lib/ui/icons";
import { useFilters } from "@/lib/ui/kit/filters/filters";
import table from "@/lib/ui/kit/lists/table.module.css";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { formatDuration, totalsByCategory } from "@/lib/ui/kit/time/day";
import { countOf, numberText } from "@/lib/ui/kit/words/counts";
import { readerLocale } from "@/lib/ui/kit/words/locale";
import { ActivityPlot, PLOT_HEIGHT_PX } from "@/lib/ui/time/activity-plot";
import { colourOf, placeOf } from "@/lib/ui/time/colours";
import { EmptyTime } from "@/lib/ui/time/empty-time";
import { PeriodSwitch } from "@/lib/ui/time/period-switch";
import { PlotSwitch } from "@/lib/ui/time/plot-switch";
import { useTimeline } from "@/lib/ui/time/queries";
import classes from "@/lib/ui/time/time-card.module.css";
import { zoneNote } from "@/lib/ui/time/words";

const TIMELINE_HEIGHT_PX = 132;
const CATEGORIES_SHOWN = 8;

const Timeline = lazyPart(
  () => import("@/lib/ui/time/timeline"),
  <Skeleton height={TIMELINE_HEIGHT_PX} radius="md" />,
);

/** The day in the address, or today, in a time zone. */
function useDay(zone: string) {
  const filters = useFilters();
  const today = dayIn(zone, new Date());
  const asked = filters.get("day");
  const askedRange = asked > today ? null : rangeOfDay(asked, zone);
  const name = askedRange ? asked : today;
  const range = askedRange ?? rangeOfDay(today, zone) ?? { from: new Date(), to: new Date() };
  const asDay = (to: string) => ({ day: to === today ? "" : to });
  return {
    name,
    ...range,
    zone,
    today,
    isToday: name === today,
    show: (to: string) => filters.set(asDay(to)),
    type: (to: string) => filters.type(asDay(to)),
  };
}

type Day = ReturnType<typeof useDay>;

function DayPicker({ day }: { day: Day }) {
  return (
    <Group gap={6}>
      <ActionIcon
        variant="default"
        size={34}
        aria-label="Previous day"
        onClick={() => day.show(shiftDay(day.name, -1))}
      >
        <IconChevronLeft size={16} stroke={2} />
      </ActionIcon>
      <TextInput
        type="date"
        aria-label="Day"
        size="sm"
        w={146}
        max={day.today}
        value={day.name}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          if (rangeOfDay(chosen, day.zone) && chosen <= day.today) day.type(chosen);
        }}
        styles={{ input: { height: 34, minHeight: 34 } }}
      />
      <ActionIcon
        variant="default"
        size={34}
        aria-label="Next day"
        disabled={day.isToday}
        onClick={() => day.show(shiftDay(day.name, 1))}
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

function HourTable({ activity, day }: { activity: ActivityByHour; day: Day }) {
  const hours = hoursToDraw(activity.rows, day.name, day.zone).filter(({ row }) => row !== null);
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
          {hours.map(({ start, label, row }) => (
            <tr key={start.getTime()}>
              <th scope="row">{label}</th>
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

/** What the day went into, the largest first; small parts on demand. */
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

function Activity({ activity, day }: { activity: ActivityByHour; day: Day }) {
  const [view, setView] = useState("plot");
  const totals = totalsByCategory(activity.rows);
  const hours = hoursToDraw(activity.rows, day.name, day.zone);
  const series = totals
    .map(({ category }) => category)
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map((category) => ({
      name: categoryLabel(category),
      color: colourOf(category),
      values: hours.map(({ row }) => (row?.by_category[category] ?? 0) / 60),
    }));
  return (
    <div className={classes.activity}>
      <div className={classes.plot}>
        <div className={classes.plotHead}>
          <p className={classes.label}>Minutes by hour</p>
          <PlotSwitch value={view} onChange={setView} label="How to show the hours" />
        </div>
        {view === "plot" ? (
          <ActivityPlot
            places={hours.map(({ label }) => label)}
            series={series}
            label="Minutes by hour, stacked by category. The table has the numbers."
          />
        ) : (
          <HourTable activity={activity} day={day} />
        )}
      </div>
      <Totals totals={totals} />
    </div>
  );
}

/** The day by device. */
function Devices({ day, timeline }: { day: Day; timeline: ReturnType<typeof useTimeline> }) {
  return (
    <div className={classes.timeline}>
      <Loaded query={timeline} what="the timeline" bones={[TIMELINE_HEIGHT_PX]}>
        {(shown) => <Timeline key={day.name} timeline={shown} day={day} />}
      </Loaded>
    </div>
  );
}

/** One day of the reader: hours recorded, and what they went into. */
export function DayCard({ demoCommand, zone }: { demoCommand: string; zone: string }) {
  const day = useDay(zone);
  const activity = useActivity(day.from, day.to, day.isToday);
  const timeline = useTimeline(day.from, day.to, day.isToday);
  const title = new Intl.DateTimeFormat(readerLocale(), {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: zone,
  }).format(day.from);
  const total = activity.data?.total_seconds ?? 0;
  return (
    <section aria-labelledby="day" className={classes.card}>
      <header className={classes.header}>
        <div>
          <h1 id="day" className={classes.title}>
            {day.isToday ? "Today" : title}
          </h1>
          <p className={classes.note}>
            {day.isToday ? title : day.name.slice(0, 4)}
            {zoneNote(zone, browserTimeZone(), day.from)}
          </p>
        </div>
        <Group gap="sm">
          <PeriodSwitch kind="day" day={day.name} today={day.today} />
          <DayPicker day={day} />
        </Group>
      </header>

      <Loaded
        query={activity}
        what="this day"
        skeleton={
          <div role="status" aria-label="Loading the day">
            <Skeleton height={34} width={140} radius="sm" mb="lg" />
            <Skeleton height={PLOT_HEIGHT_PX} radius="md" />
          </div>
        }
      >
        {(shown) => (
          <>
            <p className={classes.total}>
              {formatDuration(total)} <span>recorded{shown.is_settled ? "" : ", still counting"}</span>
            </p>
            {shown.uncounted_samples > 0 ? (
              <Text size="sm" c="dimmed" mb="sm">
                Not counted: {countOf(shown.uncounted_samples, "sample")}. A device sent more than{" "}
                {numberText(SAMPLES_PER_DEVICE_AND_BUCKET_MAX)} in a quarter of an hour.
              </Text>
            ) : null}
            {total === 0 && !timeline.data?.lanes.length ? (
              <EmptyTime
                title={`Nothing recorded ${day.isToday ? "yet today" : "on this day"}`}
                today={day.today}
                zone={zone}
              >
                <HowToRecord demoCommand={demoCommand} />
              </EmptyTime>
            ) : (
              <>
                <Devices day={day} timeline={timeline} />
                <Activity activity={shown} day={day} />
              </>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
