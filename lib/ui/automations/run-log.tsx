"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { lazy } from "react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useOpenAutomation } from "@/lib/ui/automations/automation-frame";
import { type Run, useRuns } from "@/lib/ui/automations/queries";
import { RUN_STATUSES, subjectOf, TRIGGERS } from "@/lib/ui/automations/words";
import { useFilters } from "@/lib/ui/kit/filters";
import { LazyDialog } from "@/lib/ui/kit/lazy-dialog";
import { Empty, ListPanel } from "@/lib/ui/kit/list-page";
import page from "@/lib/ui/kit/list-page.module.css";
import { fromField, toField } from "@/lib/ui/kit/moments";
import { RelativeTime } from "@/lib/ui/kit/relative-time";
import { Status } from "@/lib/ui/kit/status";
import classes from "./automations.module.css";

const RunDrawer = lazy(() =>
  import("@/lib/ui/automations/run-drawer").then((module) => ({ default: module.RunDrawer })),
);

function RunRow({ run, onOpen }: { run: Run; onOpen: () => void }) {
  const { label, tone } = RUN_STATUSES[run.status];
  return (
    <li className={classes.run}>
      <Status tone={tone} label={label} />
      <div className={classes.words}>
        <button type="button" className={`mantine-focus-auto ${classes.open}`} onClick={onOpen}>
          {subjectOf(run)}
        </button>
        <p className={classes.came}>
          {run.error ?? (run.depth > 1 ? "Set off by another automation" : TRIGGERS[run.trigger])}
        </p>
      </div>
      <span className={classes.when}>
        <RelativeTime at={run.created_at} />
      </span>
    </li>
  );
}

/** The runs of the open automation, and what each of them did. */
export function RunLog() {
  const { id } = useWorkspace();
  const automation = useOpenAutomation();
  const filters = useFilters();
  const openId = filters.get("run");
  const asked = filters.get("status");
  const status = asked in RUN_STATUSES ? asked : "";
  const since = fromField(filters.get("since"));
  const runs = useRuns(id, automation.id, { status, since });
  const isNarrowed = status !== "" || since !== "";
  const clear = () => filters.set({ status: "", since: "" });
  return (
    <>
      <search className={page.filters} aria-label="Filter the runs">
        <NativeSelect
          aria-label="Status"
          size="sm"
          data={[
            { value: "", label: "Any status" },
            ...Object.entries(RUN_STATUSES).map(([value, { label }]) => ({ value, label })),
          ]}
          value={status}
          onChange={(event) => filters.set({ status: event.currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          aria-label="Since"
          size="sm"
          w={260}
          leftSection={<span style={{ fontSize: "0.8125rem" }}>Since</span>}
          leftSectionWidth={56}
          max={toField(new Date().toISOString())}
          value={toField(since)}
          onChange={(event) => filters.set({ since: fromField(event.currentTarget.value) })}
        />
        {isNarrowed ? (
          <Button variant="subtle" size="sm" px="xs" onClick={clear}>
            Clear
          </Button>
        ) : null}
      </search>
      <ListPanel
        list={runs}
        what="runs"
        label="Runs, newest first"
        renderRow={(run) => <RunRow key={run.id} run={run} onOpen={() => filters.set({ run: run.id })} />}
        empty={
          isNarrowed ? (
            <Empty
              Icon={IconHistory}
              title="No run like that"
              action={
                <Button variant="default" size="sm" onClick={clear}>
                  Clear the filters
                </Button>
              }
            >
              No run fits these filters.
            </Empty>
          ) : (
            <Empty Icon={IconHistory} title="It has not run yet">
              {automation.is_active
                ? "A run stands here as soon as something sets it off and its conditions are met."
                : "It is switched off. Switch it on, and a run stands here as soon as something sets it off."}
            </Empty>
          )
        }
      />
      <LazyDialog isOpen={openId !== ""}>
        {(isOpen) => <RunDrawer runId={isOpen ? openId : ""} onClose={() => filters.set({ run: "" })} />}
      </LazyDialog>
    </>
  );
}
