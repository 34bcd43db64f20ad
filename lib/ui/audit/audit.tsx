"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { api } from "@/lib/ui/api/client";
import { notifyFailure } from "@/lib/ui/api/failure";
import type { QueryOf } from "@/lib/ui/api/input";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import type { AddressTexts } from "@/lib/ui/api/query";
import { AuditRow } from "@/lib/ui/audit/audit-event";
import { type AuditEvent, useAudit } from "@/lib/ui/audit/queries";
import { AUDIT_ACTIONS, wordsOf } from "@/lib/ui/audit/words";
import { IconDownload, IconHistory } from "@/lib/ui/icons";
import { LazySelect } from "@/lib/ui/kit/fields/lazy-select";
import { useFilters } from "@/lib/ui/kit/filters/filters";
import { customFilter, dayFilter } from "@/lib/ui/kit/filters/list-filters";
import { RemovablePill } from "@/lib/ui/kit/filters/removable-pill";
import { ListScreen } from "@/lib/ui/kit/lists/list-screen";
import { PersonField } from "@/lib/ui/kit/people/person-field";
import { addDays, dayOf } from "@/lib/ui/kit/time/day";
import { numberText } from "@/lib/ui/kit/words/counts";
import { AUDIT_CSV_ROWS_MAX } from "@/lib/workspaces/audit/limits";
import classes from "./audit.module.css";

type FieldProps = { value: string; set: (value: string) => void };

function ActionField({ value, set }: FieldProps) {
  return (
    <LazySelect
      aria-label="Action"
      shownText={value}
      placeholder="Anything"
      size="sm"
      className={classes.action ?? ""}
      data={AUDIT_ACTIONS}
      value={value === "" ? null : value}
      onChange={(action) => set(action ?? "")}
      clearable
      nothingFoundMessage="No such action"
    />
  );
}

/** Filters by target, set from a row's "others like this". */
function TargetField() {
  const filters = useFilters();
  const [type, id] = [filters.get("target_type"), filters.get("target_id")];
  if (id === "") return null;
  return (
    <RemovablePill
      removeLabel="Show changes to anything"
      onRemove={() => filters.set({ target_type: "", target_id: "" })}
    >
      {wordsOf(type)} {id.slice(-8)}
    </RemovablePill>
  );
}

/** The whole day is meant, and the API includes both ends. */
const endOfDay = (start: Date) => new Date(addDays(start, 1).getTime() - 1);

const FILTERS = [
  customFilter<"actor_id", AuditEvent>("actor_id", {
    field: ({ items, ...props }) => <PersonField {...props} name={items?.[0]?.actor_name ?? undefined} />,
  }),
  customFilter("action", { field: (props) => <ActionField {...props} /> }),
  dayFilter("from", "From", { labelWidth: 52, notAfter: "to" }),
  dayFilter("to", "To", { labelWidth: 34, notBefore: "from", instantOf: endOfDay }),
  customFilter("target_type"),
  customFilter("target_id", { field: () => <TargetField /> }),
];

type Query = AddressTexts<(typeof FILTERS)[number]["name"]>;

const asked = ({ from, to, ...query }: Query) => ({ ...query, since: from, until: to });

const useShownChanges = (query: Query) => useAudit(asked(query));

const EXPORT = "/workspaces/{workspace_id}/audit/export";

function ExportButton({ query }: { query: QueryOf<typeof EXPORT> }) {
  const { id, slug } = useWorkspace();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      const params = { workspace_id: id };
      await api.download(EXPORT, { params, query }, `audit-${slug}-${dayOf(new Date())}.csv`);
    } catch (error) {
      notifyFailure("The audit log was not exported", error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.75} />}
      loading={isBusy}
      onClick={save}
      title={`Entries that match the filters, up to the newest ${numberText(AUDIT_CSV_ROWS_MAX)} rows`}
    >
      Export CSV
    </Button>
  );
}

/** The audit log of the open workspace. */
export function AuditPage() {
  const filters = useFilters();
  return (
    <ListScreen
      permission="can_view_audit"
      title="Audit log"
      description="Who changed what, when and from where. Entries can't be edited."
      actions={(query) => <ExportButton query={asked(query)} />}
      what="audit log"
      label="Changes, newest first"
      Icon={IconHistory}
      filters={FILTERS}
      useItems={useShownChanges}
      row={(event) => <AuditRow key={event.id} event={event} onNarrow={filters.set} />}
      empty={{
        title: "No changes yet",
        text: "Changes to members, roles, invites, repositories and settings appear here.",
      }}
      noMatch={{ title: "No matching changes", text: "No entries match these filters." }}
    />
  );
}
