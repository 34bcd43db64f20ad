import { Card } from "@/lib/ui/kit/cards/card";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { countOf } from "@/lib/ui/kit/words/counts";
import { CardRows } from "@/lib/ui/operators/card-rows";
import { useLoads, type WorkspaceLoad } from "@/lib/ui/operators/queries";

const KINDS = [
  ["deliveries", "delivery", "deliveries"],
  ["automation_runs", "automation run", "automation runs"],
  ["product_events", "product event", "product events"],
  ["tracker_samples", "tracker sample", "tracker samples"],
] as const;

/** `1,204 deliveries · 1 automation run`, and what could not be counted. */
function wordsOf(load: WorkspaceLoad): string {
  const parts = KINDS.flatMap(([kind, one, many]) => {
    const count = load[kind];
    if (count === 0) return [];
    return [count === null ? `${many} not counted` : countOf(count, one, many)];
  });
  return parts.join(" · ");
}

/** The workspaces that caused the most work in the last day. */
export function LoadCard() {
  const loads = useLoads();
  return (
    <Card
      id="load"
      title="Workspaces by load"
      note="In the last 24 hours, of the latest 50,000 of each kind. A delivery or a run counts as much as 50 events or samples."
    >
      <CardRows query={loads} what="the workspaces" none="Nothing was done in the last 24 hours.">
        {(each) => (
          <li className={rows.row} key={each.workspace_id}>
            <div className={rows.main}>
              <p className={rows.name}>{each.name}</p>
              <p className={`${rows.detail} ${rows.wrapping}`}>
                {each.slug} · {wordsOf(each)}
              </p>
            </div>
          </li>
        )}
      </CardRows>
    </Card>
  );
}
