import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { GAP_S_MIN } from "@/lib/tracker/timeline/limits";
import { formatDuration } from "@/lib/ui/kit/time/day";
import { countOf } from "@/lib/ui/kit/words/counts";
import { ChoicePanel } from "@/lib/ui/time/choice-panel";
import { colourOf } from "@/lib/ui/time/colours";
import { PlotHead } from "@/lib/ui/time/plot-head";
import { PlotSwitch } from "@/lib/ui/time/plot-switch";
import { type DayTimeline, useWhy } from "@/lib/ui/time/queries";
import { Suggestions } from "@/lib/ui/time/suggestions";
import { type Choice, type Pointed, TimelineLane } from "@/lib/ui/time/timeline-lane";
import { TimelineTable } from "@/lib/ui/time/timeline-table";
import { hoursOf, placeIn, windowOf } from "@/lib/ui/time/window";
import { lengthOf, signalName, timesIn, workByKey, workIn, workOf } from "@/lib/ui/time/words";
import classes from "./timeline.module.css";

const TIP_WIDTH_PX = 320;
const TIP_HEIGHT_PX = 120;

/** Moving across many spans requests nothing. */
const REST_MS = 300;

/** The reason for a span's category, in one line, once the pointer rests on it. */
function WhyLine({ sampleId }: { sampleId: string }) {
  const [rested] = useDebouncedValue(sampleId, REST_MS);
  const [isRested, setIsRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsRested(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useWhy(rested, isRested && rested === sampleId);
  if (!data || rested !== sampleId) return null;
  const { category, attribution } = data;
  const [signal] = attribution.signals;
  return (
    <>
      <p className={classes.dim}>
        Why {category.label}: {category.layer === "correction" ? "you said so" : category.rule}
      </p>
      {signal ? (
        <p className={classes.dim}>
          Why {workByKey(attribution) ?? "no project"}: {signalName(signal.signal)}
          {signal.evidence ? ` “${signal.evidence}”` : ""}
        </p>
      ) : null}
    </>
  );
}

type Props = { timeline: DayTimeline; day: { from: Date; to: Date; zone: string } };

function Tip({ pointed, timeline, zone }: { pointed: Pointed; timeline: DayTimeline; zone: string }) {
  const { span, x, y } = pointed;
  const left = Math.max(8, Math.min(x - 24, window.innerWidth - TIP_WIDTH_PX - 8));
  const place = y > TIP_HEIGHT_PX ? { bottom: window.innerHeight - y + 8 } : { top: y + 44 };
  const work = workIn(timeline.projects, span);
  const suggested = workOf(timeline.projects, span.suggested_project_id, span.suggested_task_key);
  return (
    // Each span tells screen readers the same.
    <div className={classes.tip} style={{ left, ...place, position: "fixed" }} aria-hidden="true">
      <p>
        {timesIn(zone, span)}, {lengthOf(span)}
      </p>
      <p>
        <span className={classes.swatch} style={{ background: colourOf(span.category) }} />
        {span.category_label} · {span.app_name}
      </p>
      {span.title ? <p className={classes.dim}>{span.title}</p> : null}
      {work ? <p>{work}</p> : null}
      {suggested ? <p className={classes.dim}>Perhaps {suggested}</p> : null}
      {span.category !== "idle" && span.seconds === 0 ? (
        <p className={classes.dim}>Counts for another device</p>
      ) : null}
      <WhyLine sampleId={span.sample_id} />
    </div>
  );
}

function Plot({ timeline, day }: Props) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const { lanes, meetings, gaps, projects } = timeline;
  const shown = windowOf(
    day,
    lanes.flatMap(({ spans }) => spans),
  );
  const everyHours = Math.ceil(hoursOf(shown) / 14);
  const style = (stretch: { from: string; to: string }) => {
    const left = placeIn(shown, Date.parse(stretch.from));
    const width = placeIn(shown, Date.parse(stretch.to)) - left;
    return { width, style: { left: `${left}%`, width: `${width}%` } };
  };
  return (
    <>
      {/* Scrolls sideways on a phone; the keyboard reaches its lanes. */}
      <div className={classes.scroll} onScroll={() => setPointed(null)}>
        <div className={classes.plot}>
          <div className={classes.hours} aria-hidden="true">
            {shown.hours
              .filter((_, index) => index % everyHours === 0)
              .map(({ at, label }) => (
                <span key={at} style={{ left: `${placeIn(shown, at)}%` }}>
                  {label}
                </span>
              ))}
          </div>
          <div className={classes.grid} aria-hidden="true">
            {shown.hours.map(({ at }) => (
              <i key={at} style={{ left: `${placeIn(shown, at)}%` }} />
            ))}
            {gaps.map((gap) => (
              <div key={gap.from} className={classes.gap} style={style(gap).style} />
            ))}
          </div>
          {meetings.length === 0 ? null : (
            <div className={classes.lane}>
              <span className={classes.name}>Calls</span>
              <div
                className={classes.bands}
                role="img"
                aria-label={`Calls: ${meetings.map((call) => `${timesIn(day.zone, call)} in ${call.app}`).join(", ")}`}
              >
                {meetings.map((call) => (
                  <div
                    key={`${call.from} ${call.app}`}
                    className={classes.band}
                    style={style(call).style}
                    title={`${timesIn(day.zone, call)}, ${lengthOf(call)}: call in ${call.app}`}
                  />
                ))}
              </div>
            </div>
          )}
          {lanes.map((lane) => (
            <TimelineLane
              key={lane.device_id}
              lane={lane}
              shown={shown}
              zone={day.zone}
              projects={projects}
              choice={choice}
              onChoose={setChoice}
              onPoint={setPointed}
            />
          ))}
        </div>
      </div>
      {pointed ? <Tip pointed={pointed} timeline={timeline} zone={day.zone} /> : null}
      <p className={classes.notes}>
        {gaps.length === 0 ? null : (
          <span>
            {countOf(gaps.length, "break")} of {formatDuration(GAP_S_MIN)} or more (
            {formatDuration(
              gaps.reduce((sum, { from, to }) => sum + (Date.parse(to) - Date.parse(from)) / 1_000, 0),
            )}
            )
          </span>
        )}
        {timeline.resolution_s === 1 ? null : (
          <span>
            So much happened that each {formatDuration(timeline.resolution_s)} shows only what filled most of
            it.
          </span>
        )}
        <span>Choose a stretch to see what it was: click, drag, or use the arrow keys.</span>
      </p>
      {choice ? (
        <ChoicePanel
          timeline={timeline}
          day={day}
          choice={choice}
          onChoose={setChoice}
          key={choice.deviceId}
        />
      ) : null}
      <Suggestions timeline={timeline} zone={day.zone} onChoose={setChoice} />
    </>
  );
}

/** The day by device, as a plot or as a table. */
export default function Timeline(props: Props) {
  const [view, setView] = useState("plot");
  const { timeline, day } = props;
  return (
    <div>
      <PlotHead title="Timeline">
        {timeline.lanes.length === 0 ? null : (
          <PlotSwitch value={view} onChange={setView} label="How to show the timeline" />
        )}
      </PlotHead>
      {timeline.lanes.length === 0 ? (
        <Text size="sm" c="dimmed">
          There are no samples of this day, only its totals.
        </Text>
      ) : null}
      {timeline.lanes.length > 0 && view === "plot" ? <Plot {...props} /> : null}
      {timeline.lanes.length > 0 && view === "table" ? (
        <TimelineTable timeline={timeline} zone={day.zone} />
      ) : null}
    </div>
  );
}
