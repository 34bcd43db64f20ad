import { Loaded } from "@/lib/ui/kit/states/loaded";
import { useWhy, type Why as WhyAnswer } from "@/lib/ui/time/queries";
import { percent, signalName, workByKey } from "@/lib/ui/time/words";
import classes from "./choice-panel.module.css";

const LAYERS: Record<WhyAnswer["category"]["layer"], string> = {
  built_in: "a rule of the service",
  workspace: "a rule of the workspace",
  person: "a rule of yours",
  correction: "you said so",
};

/** Why a sample counts as it does: what decided its category, and the evidence for its project. */
export function Why({ sampleId }: { sampleId: string }) {
  const why = useWhy(sampleId);
  return (
    <Loaded query={why} what="why" bones={[64]}>
      {({ category, attribution, is_settled: isSettled }) => (
        <dl className={classes.why}>
          <dt>Why {category.label}</dt>
          <dd>
            {category.layer === "correction"
              ? "You said so."
              : `${category.rule} (${LAYERS[category.layer]}, version ${category.version}).`}
          </dd>
          <dt>Why {workByKey(attribution) ?? "no project"}</dt>
          <dd>
            {attribution.signals.length === 0 ? "There is no evidence for a project." : null}
            {attribution.signals.map(({ signal, weight, evidence, ...target }) => (
              <span key={`${signal} ${target.project_id} ${target.task_key}`} className={classes.signal}>
                {signalName(signal)}
                {evidence ? <q>{evidence}</q> : null} speaks for {workByKey(target) ?? "no project"},{" "}
                {percent(weight)}
              </span>
            ))}
            {attribution.runner_up ? (
              <span className={classes.signal}>
                Not {workByKey(attribution.runner_up) ?? "no project"}: {attribution.runner_up.lost_because}.
              </span>
            ) : null}
          </dd>
          {isSettled ? null : <dd>It is being recalculated; totals follow.</dd>}
        </dl>
      )}
    </Loaded>
  );
}
