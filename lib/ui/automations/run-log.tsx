"use client";

import { TRIGGERS } from "@/lib/crm/automations/catalog";
import type { AddressTexts } from "@/lib/ui/api/query";
import { useOpenAutomation, useOpenAutomationId } from "@/lib/ui/automations/automation-frame";
import { type Run, useRuns } from "@/lib/ui/automations/queries";
import { RUN_STATUSES, subjectOf } from "@/lib/ui/automations/words";
import { IconHistory } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { choiceFilter, choicesOf, sinceFilter } from "@/lib/ui/kit/filters/list-filters";
import { ListAhead, ListScreen } from "@/lib/ui/kit/lists/list-screen";
import { LogRow } from "@/lib/ui/kit/lists/log-row";
import { Status } from "@/lib/ui/kit/status/status";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";

const RunDrawer = lazyDialog(() => import("@/lib/ui/automations/run-drawer"));

const FILTERS = [choiceFilter("status", "Status", choicesOf("Any status", RUN_STATUSES)), sinceFilter()];

function RunRow({ run, onOpen }: { run: Run; onOpen: () => void }) {
  const { label, tone } = RUN_STATUSES[run.status];
  return (
    <LogRow
      status={<Status tone={tone} label={label} />}
      title={subjectOf(run)}
      detail={run.error ?? (run.depth > 1 ? "Triggered by another automation" : TRIGGERS[run.trigger].label)}
      when={<RelativeTime at={run.created_at} />}
      onOpen={onOpen}
    />
  );
}

function useOpenRuns(query: AddressTexts<"status" | "since">) {
  return useRuns(useOpenAutomationId(), query);
}

/** The runs of the open automation, with their actions. */
export function RunLog() {
  const { is_active } = useOpenAutomation();
  return (
    <ListScreen
      what="runs"
      label="Runs, newest first"
      Icon={IconHistory}
      filters={FILTERS}
      useItems={useOpenRuns}
      row={(run, open) => <RunRow key={run.id} run={run} onOpen={() => open(run.id)} />}
      empty={{
        title: "It has not run yet",
        text: is_active
          ? "Runs appear here once something triggers it and its conditions are met."
          : "It is switched off. Switch it on, and runs appear here once something triggers it.",
      }}
      noMatch={{ title: "No matching runs", text: "No runs match these filters." }}
      detail={{ name: "run", drawer: (drawer) => <RunDrawer {...drawer} /> }}
    />
  );
}

/** Prefetches them. */
export function RunsAhead() {
  return <ListAhead filters={FILTERS} useItems={useOpenRuns} />;
}
