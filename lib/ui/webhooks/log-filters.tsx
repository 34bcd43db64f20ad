"use client";

import { Select, TextInput } from "@mantine/core";
import { useFilters } from "@/lib/ui/kit/filters";
import { fromField, toField } from "@/lib/ui/kit/moments";
import { STATUSES } from "@/lib/ui/webhooks/wording";
import { EVENT_TYPES } from "@/lib/webhooks/catalog";
import classes from "./webhooks.module.css";

/** Which deliveries the log shows, as the address says it. */
export function LogFilters() {
  const filters = useFilters();
  const [status, event_type, since] = ["status", "event_type", "since"].map(filters.get) as [
    string,
    string,
    string,
  ];
  return (
    <>
      <Select
        aria-label="Status"
        placeholder="Any status"
        size="sm"
        className={classes.filter ?? ""}
        data={Object.entries(STATUSES).map(([value, { label }]) => ({ value, label }))}
        value={status in STATUSES ? status : null}
        onChange={(value) => filters.set({ status: value ?? "" })}
        clearable
      />
      <Select
        aria-label="Event type"
        placeholder="Any event"
        size="sm"
        className={classes.filter ?? ""}
        data={EVENT_TYPES}
        value={event_type === "" ? null : event_type}
        onChange={(value) => filters.set({ event_type: value ?? "" })}
        searchable
        clearable
        nothingFoundMessage="No such event"
      />
      <TextInput
        type="datetime-local"
        aria-label="Since"
        size="sm"
        className={classes.since ?? ""}
        leftSection="Since"
        leftSectionWidth={56}
        max={toField(new Date().toISOString())}
        value={toField(since)}
        onChange={(event) => filters.set({ since: fromField(event.currentTarget.value) })}
      />
    </>
  );
}
