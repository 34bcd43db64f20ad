"use client";

import { Button } from "@mantine/core";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useCorrect } from "@/lib/ui/time/correct-form";
import type { DayTimeline, Span } from "@/lib/ui/time/queries";
import type { Choice } from "@/lib/ui/time/timeline-lane";
import { timesIn, workOf } from "@/lib/ui/time/words";
import classes from "./choice-panel.module.css";

const SHOWN = 4;

type Props = { timeline: DayTimeline; zone: string; onChoose: (choice: Choice) => void };

/** Projects suggested by evidence too weak to move time, to be confirmed or corrected. */
export function Suggestions({ timeline, zone, onChoose }: Props) {
  const { say, isBusy } = useCorrect(zone);
  const { lanes, projects } = timeline;
  const all = lanes.flatMap(({ device_id: deviceId, spans }) =>
    spans.filter((span) => span.suggested_project_id !== null).map((span) => ({ deviceId, span })),
  );
  if (all.length === 0) return null;
  const confirm = async (deviceId: string, span: Span) => {
    const { from, to, suggested_project_id, suggested_task_key } = span;
    const task = suggested_task_key === null ? {} : { task_key: suggested_task_key };
    try {
      await say({ from, to, device_id: deviceId, project_id: suggested_project_id, ...task });
    } catch (error) {
      notifyFailure("It was not confirmed", error);
    }
  };
  return (
    <section aria-label="Suggestions" className={classes.panel}>
      <p className={classes.title}>
        {all.length === 1 ? "1 suggestion" : `${all.length} suggestions`}
        <span className={classes.dim}> · the evidence is too weak to move time automatically</span>
      </p>
      <ul className={classes.spans}>
        {all.slice(0, SHOWN).map(({ deviceId, span }) => {
          const suggested = workOf(projects, span.suggested_project_id, span.suggested_task_key);
          const what = `${timesIn(zone, span)} as ${suggested}`;
          return (
            <li key={`${deviceId} ${span.from}`} className={classes.suggestion}>
              <span className={classes.what}>
                {timesIn(zone, span)} · {span.app_name}
                {span.title ? <span className={classes.dim}> · {span.title}</span> : null}
                <span className={classes.work}>Perhaps {suggested}</span>
              </span>
              <Button
                size="compact-sm"
                loading={isBusy}
                aria-label={`Confirm ${what}`}
                onClick={() => confirm(deviceId, span)}
              >
                Confirm
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Correct ${what}`}
                onClick={() => onChoose({ deviceId, from: Date.parse(span.from), to: Date.parse(span.to) })}
              >
                Correct…
              </Button>
            </li>
          );
        })}
        {all.length > SHOWN ? <li className={classes.dim}>and {all.length - SHOWN} more</li> : null}
      </ul>
    </section>
  );
}
