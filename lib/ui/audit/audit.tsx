"use client";

import { Button, Pill, TextInput } from "@mantine/core";
import { IconDownload, IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { download, queryOf } from "@/lib/ui/api/client";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { workspaceApi } from "@/lib/ui/api/workspaces";
import { AuditRow } from "@/lib/ui/audit/audit-event";
import { useAudit } from "@/lib/ui/audit/queries";
import { AUDIT_ACTIONS, wordsOf } from "@/lib/ui/audit/words";
import { addDays, dayOf, startOfDay } from "@/lib/ui/kit/day";
import { useFilters } from "@/lib/ui/kit/filters";
import { LazySelect } from "@/lib/ui/kit/lazy-select";
import { Empty, ListPanel } from "@/lib/ui/kit/list-page";
import page from "@/lib/ui/kit/list-page.module.css";
import { NoPermission } from "@/lib/ui/kit/no-permission";
import { PageHeader } from "@/lib/ui/kit/page-header";
import { PersonPicker } from "@/lib/ui/kit/person-picker";
import { AUDIT_CSV_ROWS_MAX } from "@/lib/workspaces/audit/limits";
import classes from "./audit.module.css";

const NAMES = ["actor_id", "action", "target_type", "target_id", "from", "to"] as const;

/** The filters in the address, and as the API wants them: whole days of the reader become instants. */
function useAuditFilters() {
  const filters = useFilters();
  const [actor_id, action, target_type, target_id, from, to] = NAMES.map(filters.get) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const [first, last] = [startOfDay(from), startOfDay(to)];
  const query = {
    actor_id,
    action,
    target_type,
    target_id,
    since: first?.toISOString() ?? "",
    // Both days are meant whole, and the API takes both ends in.
    until: last ? new Date(addDays(last, 1).getTime() - 1).toISOString() : "",
  };
  return {
    shown: { actor_id, action, target_type, target_id, from, to },
    query,
    isNarrowed: Object.values(query).some((value) => value !== ""),
    set: filters.set,
    clear: () => filters.set(Object.fromEntries(NAMES.map((name) => [name, ""]))),
  };
}

type FiltersProps = {
  filters: ReturnType<typeof useAuditFilters>;
  /** The name of the person who is asked for, once a change of theirs is known. */
  actorName: string | null;
};

function Filters({ filters, actorName }: FiltersProps) {
  const { id, can } = useWorkspace();
  const { shown, set, clear, isNarrowed } = filters;
  const today = dayOf(new Date());
  return (
    <search className={page.filters} aria-label="Filter the audit log">
      {can("can_view_members") ? (
        <PersonPicker
          workspaceId={id}
          aria-label="Person"
          placeholder="Anyone"
          size="sm"
          className={classes.person ?? ""}
          value={
            shown.actor_id === "" ? null : { developer_id: shown.actor_id, name: actorName ?? "This person" }
          }
          onChange={(person) => set({ actor_id: person?.developer_id ?? "" })}
        />
      ) : null}
      <LazySelect
        aria-label="Action"
        shownText={shown.action}
        placeholder="Anything"
        size="sm"
        className={classes.action ?? ""}
        data={AUDIT_ACTIONS}
        value={shown.action === "" ? null : shown.action}
        onChange={(action) => set({ action: action ?? "" })}
        clearable
        nothingFoundMessage="No such action"
      />
      <TextInput
        type="date"
        aria-label="From"
        size="sm"
        className={classes.day ?? ""}
        leftSection="From"
        leftSectionWidth={52}
        max={shown.to || today}
        value={shown.from}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        aria-label="To"
        size="sm"
        className={classes.day ?? ""}
        leftSection="To"
        leftSectionWidth={34}
        min={shown.from}
        max={today}
        value={shown.to}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
      {shown.target_id === "" ? null : (
        <Pill
          size="md"
          withRemoveButton
          removeButtonProps={{ "aria-label": "Show changes to anything" }}
          onRemove={() => set({ target_type: "", target_id: "" })}
        >
          {wordsOf(shown.target_type)} {shown.target_id.slice(-8)}
        </Pill>
      )}
      {isNarrowed ? (
        <Button variant="subtle" size="sm" px="xs" onClick={clear}>
          Clear
        </Button>
      ) : null}
    </search>
  );
}

function ExportButton({ query }: { query: Record<string, string> }) {
  const { id, slug } = useWorkspace();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      await download(
        workspaceApi(id, `/audit/export${queryOf(query)}`),
        `audit-${slug}-${dayOf(new Date())}.csv`,
      );
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
      title={`What the filters let through, at most the newest ${AUDIT_CSV_ROWS_MAX.toLocaleString("en")} rows`}
    >
      Export CSV
    </Button>
  );
}

function AuditLog() {
  const { id } = useWorkspace();
  const filters = useAuditFilters();
  const events = useAudit(id, filters.query);
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who changed what here, and from where. Nothing in it can be changed."
        actions={<ExportButton query={filters.query} />}
      />
      <Filters filters={filters} actorName={events.items?.[0]?.actor_name ?? null} />
      <ListPanel
        list={events}
        what="audit log"
        label="Changes, newest first"
        renderRow={(event) => <AuditRow key={event.id} event={event} onNarrow={filters.set} />}
        empty={
          <Empty
            Icon={IconHistory}
            title={filters.isNarrowed ? "No change like that" : "No changes yet"}
            action={
              filters.isNarrowed ? (
                <Button variant="default" size="sm" onClick={filters.clear}>
                  Clear the filters
                </Button>
              ) : null
            }
          >
            {filters.isNarrowed
              ? "Nothing that was logged fits these filters."
              : "Changes to members, roles, invites, repositories and settings will stand here."}
          </Empty>
        }
      />
    </>
  );
}

/** The audit log of the open workspace. */
export function AuditPage() {
  const { can } = useWorkspace();
  return can("can_view_audit") ? <AuditLog /> : <NoPermission permission="can_view_audit" />;
}
