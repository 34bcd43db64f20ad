import { CloseButton } from "@mantine/core";
import { formatDuration } from "@/lib/ui/kit/time/day";
import { colourOf } from "@/lib/ui/time/colours";
import { CorrectForm } from "@/lib/ui/time/correct-form";
import type { DayTimeline, Span } from "@/lib/ui/time/queries";
import type { Choice } from "@/lib/ui/time/timeline-lane";
import { Why } from "@/lib/ui/time/why";
import { deviceName, timesIn, workIn, workOf } from "@/lib/ui/time/words";
import classes from "./choice-panel.module.css";

const SPANS_SHOWN = 6;

type Props = {
  timeline: DayTimeline;
  day: { from: Date; to: Date; zone: string };
  choice: Choice;
  onChoose: (choice: Choice | null) => void;
};

/** The spans within a choice, with how many seconds of each, the longest first. */
function spansIn({ lanes }: DayTimeline, { deviceId, from, to }: Choice): { span: Span; seconds: number }[] {
  const lane = lanes.find(({ device_id: id }) => id === deviceId);
  return (lane?.spans ?? [])
    .map((span) => {
      const [first, last] = [Math.max(Date.parse(span.from), from), Math.min(Date.parse(span.to), to)];
      return { span, seconds: (last - first) / 1_000 };
    })
    .filter(({ seconds }) => seconds > 0)
    .sort((a, b) => b.seconds - a.seconds);
}

/** What the chosen stretch counted as and why, and a form to correct it. */
export function ChoicePanel({ timeline, day, choice, onChoose }: Props) {
  const { zone } = day;
  const { lanes, projects } = timeline;
  const device = lanes.find(({ device_id: id }) => id === choice.deviceId);
  const inside = spansIn(timeline, choice);
  const rest = inside.slice(SPANS_SHOWN);
  return (
    <section aria-label="Selected time" className={classes.panel}>
      <header className={classes.header}>
        <p className={classes.title}>
          {timesIn(zone, choice)}, {formatDuration((choice.to - choice.from) / 1_000)}
          <span className={classes.dim}> · {deviceName(device?.device_name ?? null)}</span>
        </p>
        <CloseButton aria-label="Clear the selection" onClick={() => onChoose(null)} />
      </header>
      {inside.length === 0 ? <p className={classes.dim}>Nothing was recorded in it.</p> : null}
      <ul className={classes.spans}>
        {inside.slice(0, SPANS_SHOWN).map(({ span, seconds }) => {
          const suggested = workOf(projects, span.suggested_project_id, span.suggested_task_key);
          return (
            <li key={span.from}>
              <span
                className={classes.swatch}
                style={{ background: colourOf(span.category) }}
                aria-hidden="true"
              />
              <span className={classes.what}>
                {span.category_label} · {span.app_name}
                {span.title ? <span className={classes.dim}> · {span.title}</span> : null}
                <span className={classes.work}>
                  {workIn(projects, span) ?? "No project"}
                  {suggested ? `, perhaps ${suggested}` : ""}
                  {span.corrected ? ", as you said" : ""}
                </span>
              </span>
              <span className={classes.length}>{formatDuration(seconds)}</span>
            </li>
          );
        })}
        {rest.length === 0 ? null : (
          <li className={classes.dim}>
            and {rest.length} more, {formatDuration(rest.reduce((sum, { seconds }) => sum + seconds, 0))}
          </li>
        )}
      </ul>
      {inside[0] ? <Why key={inside[0].span.sample_id} sampleId={inside[0].span.sample_id} /> : null}
      <CorrectForm day={day} choice={choice} onChoose={onChoose} />
    </section>
  );
}
