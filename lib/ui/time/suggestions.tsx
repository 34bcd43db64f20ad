import { Button } from "@mantine/core";
import { useState } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import { countOf } from "@/lib/ui/kit/words/counts";
import { useCorrect } from "@/lib/ui/time/correct-form";
import type { DayTimeline } from "@/lib/ui/time/queries";
import { confirmationOf, confirmationsOf, type Suggested, suggestedIn } from "@/lib/ui/time/suggested";
import type { Choice } from "@/lib/ui/time/timeline-lane";
import { timesIn, workOf } from "@/lib/ui/time/words";
import classes from "./choice-panel.module.css";

const SHOWN = 4;
/** To confirm and undo so many stays below the corrections that a person may send in a minute. */
const CONFIRMED_MAX = 50;

type Props = { timeline: DayTimeline; zone: string; onChoose: (choice: Choice) => void };

/** Projects suggested by evidence too weak to move time, to be confirmed or corrected. */
export function Suggestions({ timeline, zone, onChoose }: Props) {
  const { say, confirmAll, isBusy, isConfirmingAll } = useCorrect(zone);
  const [showsAll, setShowsAll] = useState(false);
  const { projects } = timeline;
  const all = suggestedIn(timeline);
  if (all.length === 0) return null;
  const confirm = async (suggested: Suggested) => {
    try {
      await say(confirmationOf(suggested), "confirmed");
    } catch (error) {
      notifyFailure("It was not confirmed", error);
    }
  };
  const atOnce = Math.min(all.length, CONFIRMED_MAX);
  return (
    <section aria-label="Suggestions" className={classes.panel}>
      <div className={classes.header}>
        <p className={classes.title}>
          {countOf(all.length, "suggestion")}
          <span className={classes.dim}> · the evidence is too weak to move time automatically</span>
        </p>
        {all.length > 1 ? (
          <Button
            className={classes.all ?? ""}
            size="compact-sm"
            variant="default"
            loading={isConfirmingAll}
            onClick={() => confirmAll(confirmationsOf(all.slice(0, atOnce)))}
          >
            {atOnce === all.length ? `Confirm all ${atOnce}` : `Confirm the first ${atOnce}`}
          </Button>
        ) : null}
      </div>
      <ul className={classes.spans}>
        {all.slice(0, showsAll ? all.length : SHOWN).map((each) => {
          const { deviceId, span } = each;
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
                onClick={() => confirm(each)}
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
      </ul>
      {all.length > SHOWN ? (
        <div>
          <Button size="compact-sm" variant="subtle" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? "Show fewer" : `Show ${all.length - SHOWN} more`}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
