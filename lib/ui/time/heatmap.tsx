import { type CSSProperties, useState } from "react";
import { formatDuration } from "@/lib/ui/kit/time/day";
import { weekdayName } from "@/lib/ui/time/period-words";
import { PlotHead } from "@/lib/ui/time/plot-head";
import { PlotSwitch } from "@/lib/ui/time/plot-switch";
import type { DaySums } from "@/lib/ui/time/queries";
import classes from "./heatmap.module.css";

const HOUR_S = 3_600;
const USUAL = { first: 8, last: 17 };
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const two = (hour: number) => String(hour).padStart(2, "0");

type Props = {
  hours: DaySums["hours"];
  /** How many of each weekday there were, by number. */
  weekdays: ReadonlyMap<number, number>;
  isWeek: boolean;
};

/** The hours of the week in which time was recorded, as a coloured table with numbers on demand. */
export function Heatmap({ hours, weekdays, isWeek }: Props) {
  const [view, setView] = useState("plot");
  const perDay = new Map(
    hours.map(({ weekday, hour, seconds }) => [
      `${weekday} ${hour}`,
      seconds / Math.max(1, weekdays.get(weekday) ?? 1),
    ]),
  );
  // In a single week an hour can be full. Averages over a long time are mostly low, so they are scaled to the largest.
  const full = isWeek ? HOUR_S : Math.max(1, ...perDay.values());
  const used = hours.map(({ hour }) => hour);
  const [first, last] = [Math.min(USUAL.first, ...used), Math.max(USUAL.last, ...used)];
  const columns = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const caption = isWeek ? "Time by day and hour" : "Time by weekday and hour, on average";
  return (
    <div>
      <PlotHead title={caption}>
        <PlotSwitch value={view} onChange={setView} label="How to show the hours of the week" />
      </PlotHead>
      {/* Scrolls sideways on a phone, and so must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region */}
      <section className={classes.scroll} tabIndex={0} aria-label={caption}>
        <table className={`${classes.table} ${view === "table" ? classes.numbers : ""}`}>
          <caption hidden>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className={classes.hidden}>Day</span>
              </th>
              {columns.map((hour) => (
                <th key={hour} scope="col">
                  <span className={hour % 2 === 0 ? "" : classes.odd}>{two(hour)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">
                  <abbr title={weekdayName(weekday)}>{weekdayName(weekday, "short")}</abbr>
                </th>
                {columns.map((hour) => {
                  const seconds = perDay.get(`${weekday} ${hour}`) ?? 0;
                  const share = Math.min(1, seconds / full);
                  const text = seconds === 0 ? "–" : formatDuration(seconds);
                  return (
                    <td
                      key={hour}
                      title={`${weekdayName(weekday)}, ${two(hour)} to ${two(hour + 1)}: ${seconds === 0 ? "nothing" : text}`}
                      style={{ "--share": `${Math.round(share * 100)}%` } as CSSProperties}
                    >
                      <span className={classes.number}>{text}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
