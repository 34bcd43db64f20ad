import { VIEWS_KEPT_MONTHS } from "@/lib/tracker/retention/limits";
import { useViews, type View } from "@/lib/ui/captured/queries";
import { Card } from "@/lib/ui/kit/cards/card";
import { Rows } from "@/lib/ui/kit/lists/rows";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";

const WHAT: Record<View["kind"], string> = { evidence: "Your screenshots", day: "Your days" };

function ViewRow({ view }: { view: View }) {
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <p className={rows.name}>{view.viewer?.name ?? "Somebody whose account is erased"}</p>
        <p className={`${rows.detail} ${rows.wrapping}`}>
          {WHAT[view.kind]} in {view.workspace.name}
          {view.count > 1 ? `, ${view.count} times that day` : ""}
        </p>
      </div>
      <span className={rows.side}>
        <RelativeTime at={view.last_at} />
      </span>
    </li>
  );
}

/** Who viewed the reader's data. */
export function ViewsCard() {
  const views = useViews();
  return (
    <Card
      id="views"
      title="Who looked"
      note={`Everybody else who opened your screenshots or days, in the last ${VIEWS_KEPT_MONTHS} months`}
    >
      <Rows
        list={views}
        what="looks"
        named="who looked"
        empty="Nobody has looked."
        renderRow={(view) => <ViewRow key={view.id} view={view} />}
      />
    </Card>
  );
}
