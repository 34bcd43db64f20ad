import { LazySelect } from "@/lib/ui/kit/fields/lazy-select";
import { useFilters } from "@/lib/ui/kit/filters/filters";
import { STATUSES } from "@/lib/ui/webhooks/wording";
import { EVENT_TYPES } from "@/lib/webhooks/catalog";
import classes from "./webhooks.module.css";

/** Filters the log; the filters are kept in the address. */
export default function LogFilters() {
  const filters = useFilters();
  const [status, event_type] = [filters.get("status"), filters.get("event_type")];
  return (
    <>
      <LazySelect
        aria-label="Status"
        placeholder="Any status"
        shownText={status in STATUSES ? STATUSES[status as keyof typeof STATUSES].label : ""}
        size="sm"
        className={classes.filter ?? ""}
        data={Object.entries(STATUSES).map(([value, { label }]) => ({ value, label }))}
        value={status in STATUSES ? status : null}
        onChange={(value) => filters.set({ status: value ?? "" })}
        clearable
      />
      <LazySelect
        aria-label="Event type"
        placeholder="Any event"
        shownText={event_type}
        size="sm"
        className={classes.filter ?? ""}
        data={EVENT_TYPES.map(String)}
        value={event_type === "" ? null : event_type}
        onChange={(value) => filters.set({ event_type: value ?? "" })}
        clearable
        nothingFoundMessage="No such event"
      />
    </>
  );
}
