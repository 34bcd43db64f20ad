import { Anchor, Group, SegmentedControl, Skeleton, Text } from "@mantine/core";
import { useState } from "react";
import { dayIn, shiftDay } from "@/lib/tracker/days/rules";
import { browserTimeZone } from "@/lib/ui/api/profile";
import { useFilters } from "@/lib/ui/kit/filters/filters";
import table from "@/lib/ui/kit/lists/table.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { formatDuration } from "@/lib/ui/kit/time/day";
import { ActivityPlot, PLOT_HEIGHT_PX } from "@/lib/ui/time/activity-plot";
import { colourOf, placeOf, plainColour } from "@/lib/ui/time/colours";
import { EmptyTime } from "@/lib/ui/time/empty-time";
import { Heatmap } from "@/lib/ui/time/heatmap";
import { PeriodPicker, PeriodSwitch } from "@/lib/ui/time/period-switch";
import { barLabel, beforeName, difference, periodTitle, signed } from "@/lib/ui/time/period-words";
import { barsOf, beforeOf, type Period, weekdayOf } from "@/lib/ui/time/periods";
import { PlotSwitch } from "@/lib/ui/time/plot-switch";
import { type DaySums, useDays } from "@/lib/ui/time/queries";
import { zoneNote } from "@/lib/ui/time/words";
import classes from "./time-card.module.css";

type By = DaySums["by"];
type Series = { name: string; label: string; color: string }[];
type Bar = { from: string; to: string; seconds: number; by: Record<string, number> };

/** What time went to, in the order of a legend, each with its colour. */
function seriesOf({ by, keys }: DaySums): Series {
  if (by === "category") {
    return keys
      .map(({ key, label }) => ({ name: key, label, color: colourOf(key) }))
      .sort((a, b) => placeOf(a.name) - placeOf(b.name));
  }
  return keys.map(({ key, label }, place) => ({ name: key, label, color: plainColour(place, key === "") }));
}

/** The sums of a period's bars: its days, or a year's months. */
function sumBars(period: Period, { days }: DaySums): Bar[] {
  return barsOf(period).map((bar) => {
    const inside = days.filter(({ day }) => bar.from <= day && day <= bar.to);
    const by: Record<string, number> = {};
    for (const [key, seconds] of inside.flatMap((day) => Object.entries(day.by))) {
      by[key] = (by[key] ?? 0) + seconds;
    }
    return { ...bar, by, seconds: inside.reduce((sum, { seconds }) => sum + seconds, 0) };
  });
}

function BarTable({ period, bars, series }: { period: Period; bars: Bar[]; series: Series }) {
  const param = period.kind === "year" ? "month" : "day";
  return (
    // Scrolls sideways on a phone, and so must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region
    <section className={table.scroll} tabIndex={0} aria-label={`Time by ${param}`}>
      <table className={`${table.table} ${classes.table}`}>
        <caption>Time by {param}</caption>
        <thead>
          <tr>
            <th scope="col">{param === "day" ? "Day" : "Month"}</th>
            {series.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {bars
            .filter(({ seconds }) => seconds > 0)
            .map(({ from, by, seconds }) => (
              <tr key={from}>
                <th scope="row">
                  <Anchor
                    component={Link}
                    href={`/home?${param}=${param === "day" ? from : from.slice(0, 7)}`}
                    size="sm"
                  >
                    {barLabel(period.kind, from).long}
                  </Anchor>
                </th>
                {series.map(({ name }) => (
                  <td key={name}>{by[name] ? formatDuration(by[name]) : "–"}</td>
                ))}
                <td className={classes.sum}>{formatDuration(seconds)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}

function Bars({ period, sums }: { period: Period; sums: DaySums }) {
  const filters = useFilters();
  const [view, setView] = useState("plot");
  const series = seriesOf(sums);
  const bars = sumBars(period, sums);
  const each = period.kind === "year" ? "month" : "day";
  const open = (index: number) => {
    const bar = bars[index];
    if (!bar || bar.seconds === 0) return;
    const name = each === "day" ? bar.from : bar.from.slice(0, 7);
    filters.set({ week: "", month: "", year: "", [each]: name });
  };
  return (
    <div className={classes.plot}>
      <div className={classes.plotHead}>
        <SegmentedControl
          size="xs"
          value={sums.by}
          onChange={(by) => filters.set({ by: by === "category" ? "" : by })}
          aria-label="By what"
          data={[
            { value: "category", label: "Category" },
            { value: "project", label: "Project" },
          ]}
        />
        <PlotSwitch value={view} onChange={setView} label="How to show the bars" />
      </div>
      {view === "plot" ? (
        <ActivityPlot
          places={bars.map(({ from }) => barLabel(period.kind, from).short)}
          series={series.map(({ name, label, color }) => ({
            name: label,
            color,
            values: bars.map(({ by }) => (by[name] ?? 0) / 60),
          }))}
          isInHours
          onPick={open}
          label={`Hours by ${each}, stacked by ${sums.by}. The table has the numbers, and leads to each ${each}.`}
        />
      ) : (
        <BarTable period={period} bars={bars} series={series} />
      )}
    </div>
  );
}

/** A period compared with the previous one, in numbers. */
function Compared({ sums, before, beforeLabel }: { sums: DaySums; before: DaySums; beforeLabel: string }) {
  const colours = new Map(seriesOf(sums).map(({ name, color }) => [name, color]));
  const was = new Map(before.keys.map(({ key, seconds }) => [key, seconds]));
  const gone = before.keys.filter(({ key }) => !colours.has(key)).map((each) => ({ ...each, seconds: 0 }));
  return (
    // Scrolls sideways on a phone, and so must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region
    <section className={table.scroll} tabIndex={0} aria-label={`Compared with ${beforeLabel}`}>
      <table className={`${table.table} ${classes.comparison}`}>
        <caption className={classes.compared}>Compared with {beforeLabel}</caption>
        <thead>
          <tr>
            <th scope="col">{sums.by === "category" ? "Category" : "Project"}</th>
            <th scope="col">Now</th>
            <th scope="col">Before</th>
            <th scope="col">Difference</th>
          </tr>
        </thead>
        <tbody>
          {[...sums.keys, ...gone].map(({ key, label, seconds }) => (
            <tr key={key}>
              <th scope="row">
                <span
                  className={classes.swatch}
                  style={{ background: colours.get(key) ?? "var(--line-strong)" }}
                  aria-hidden="true"
                />
                {label}
              </th>
              <td>{seconds === 0 ? "–" : formatDuration(seconds)}</td>
              <td>{was.has(key) ? formatDuration(was.get(key) ?? 0) : "–"}</td>
              <td>{signed(seconds - (was.get(key) ?? 0))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** How many of each weekday a period has had up to today, by number from Monday's 1. */
function countWeekdays({ from, to }: Period, today: string): Map<number, number> {
  const counts = new Map<number, number>();
  for (let day = from; day <= to && day <= today; day = shiftDay(day, 1)) {
    const weekday = weekdayOf(day) + 1;
    counts.set(weekday, (counts.get(weekday) ?? 0) + 1);
  }
  return counts;
}

/**
 * A week, month or year of the reader: what it went to day by day, at which hours, and compared with the previous one.
 */
export default function RangeCard({ period, zone }: { period: Period; zone: string }) {
  const today = dayIn(zone, new Date());
  const by: By = useFilters().get("by") === "project" ? "project" : "category";
  const isRunning = period.from <= today && today <= period.to;
  const range = beforeOf(period, today);
  const sums = useDays(period, by, isRunning);
  const before = useDays(range, by, false);
  const { title, note } = periodTitle(period);
  const beforeLabel = beforeName(period, range);
  return (
    <section aria-labelledby="period" className={classes.card}>
      <header className={classes.header}>
        <div>
          <h1 id="period" className={classes.title}>
            {title}
          </h1>
          <p className={classes.note}>
            {note}
            {zoneNote(zone, browserTimeZone(), new Date(period.from))}
          </p>
        </div>
        <Group gap="sm">
          <PeriodSwitch kind={period.kind} day={isRunning ? today : period.from} today={today} />
          <PeriodPicker period={period} today={today} />
        </Group>
      </header>
      <Loaded
        query={sums}
        what={`this ${period.kind}`}
        skeleton={
          <div role="status" aria-label={`Loading the ${period.kind}`}>
            <Skeleton height={34} width={140} radius="sm" mb="lg" />
            <Skeleton height={PLOT_HEIGHT_PX} radius="md" />
          </div>
        }
      >
        {(shown) => (
          <>
            <p className={classes.total}>
              {formatDuration(shown.total_seconds)}{" "}
              <span>recorded{shown.is_settled ? "" : ", still counting"}</span>
            </p>
            {before.data ? (
              <p className={classes.difference}>
                {difference(shown.total_seconds, before.data.total_seconds, beforeLabel)}
              </p>
            ) : null}
            {shown.total_seconds === 0 ? (
              <EmptyTime
                title={`Nothing recorded ${isRunning ? `yet this ${period.kind}` : `in this ${period.kind}`}`}
                today={today}
                zone={zone}
              >
                <Text size="sm" c="dimmed" mt={4}>
                  <Anchor component={Link} href="/home" size="sm" underline="always">
                    Today's page
                  </Anchor>{" "}
                  says how to begin.
                </Text>
              </EmptyTime>
            ) : (
              <div className={classes.parts}>
                <Bars period={period} sums={shown} />
                <Heatmap
                  hours={shown.hours}
                  weekdays={countWeekdays(period, today)}
                  isWeek={period.kind === "week"}
                />
                {before.data ? (
                  <Compared sums={shown} before={before.data} beforeLabel={beforeLabel} />
                ) : null}
              </div>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
