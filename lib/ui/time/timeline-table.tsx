import table from "@/lib/ui/kit/lists/table.module.css";
import { formatDuration } from "@/lib/ui/kit/time/day";
import { colourOf } from "@/lib/ui/time/colours";
import type { DayTimeline } from "@/lib/ui/time/queries";
import { deviceName, lengthOf, timesIn, workIn } from "@/lib/ui/time/words";
import classes from "./timeline.module.css";

/** Everything that the plot shows, as rows in order of time. */
export function TimelineTable({ timeline, zone }: { timeline: DayTimeline; zone: string }) {
  const { lanes, meetings, gaps, projects } = timeline;
  const spans = lanes.flatMap(({ device_id: id, device_name: name, spans }) =>
    spans.map((span) => ({ key: `${id} ${span.from}`, at: span.from, device: deviceName(name), span })),
  );
  const others = [
    ...meetings.map((call) => ({
      ...call,
      key: `call ${call.from} ${call.app}`,
      what: `Call in ${call.app}`,
    })),
    ...gaps.map((gap) => ({ ...gap, key: `gap ${gap.from}`, what: "Nothing recorded" })),
  ].map((other) => ({ key: other.key, at: other.from, other }));
  const rows = [...spans, ...others].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    // Scrolls sideways on a phone, and so must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region
    <section className={table.scroll} tabIndex={0} aria-label="Timeline, row by row">
      <table className={`${table.table} ${classes.table}`}>
        <caption hidden>Timeline</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Device</th>
            <th scope="col">What</th>
            <th scope="col">App</th>
            <th scope="col">For</th>
            <th scope="col">Counts</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) =>
            "span" in row ? (
              <tr key={row.key}>
                <th scope="row" className={classes.times}>
                  {timesIn(zone, row.span)}
                </th>
                <td className={classes.named}>{row.device}</td>
                <td className={classes.times}>
                  <span
                    className={classes.swatch}
                    style={{ background: colourOf(row.span.category) }}
                    aria-hidden="true"
                  />
                  {row.span.category_label}
                </td>
                <td className={classes.title}>
                  {row.span.app_name}
                  {row.span.title ? <span className={classes.dim}> · {row.span.title}</span> : null}
                </td>
                <td className={classes.named}>{workIn(projects, row.span) ?? "–"}</td>
                <td className={classes.times}>
                  {row.span.category === "idle" ? "–" : formatDuration(row.span.seconds)}
                </td>
              </tr>
            ) : (
              <tr key={row.key} className={classes.dim}>
                <th scope="row" className={classes.times}>
                  {timesIn(zone, row.other)}
                </th>
                <td>–</td>
                <td colSpan={3}>
                  {row.other.what}, {lengthOf(row.other)}
                </td>
                <td>–</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </section>
  );
}
