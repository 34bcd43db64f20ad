"use client";

import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { ActiveSwitch } from "@/lib/ui/automations/active-switch";
import { type Automation, useAutomations } from "@/lib/ui/automations/queries";
import { healthOf, triggerWords } from "@/lib/ui/automations/words";
import { useObjects } from "@/lib/ui/crm/queries";
import { IconBolt } from "@/lib/ui/icons";
import { choiceFilter, searchFilter } from "@/lib/ui/kit/filters/list-filters";
import { HealthRow } from "@/lib/ui/kit/lists/health-row";
import { ListScreen } from "@/lib/ui/kit/lists/list-screen";
import { Status } from "@/lib/ui/kit/status/status";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { workspacePath } from "@/lib/ui/shell/navigation";

const FILTERS = [
  searchFilter("Search automations", "Search by name"),
  choiceFilter("is_active", "State", [
    { value: "", label: "On and off" },
    { value: "true", label: "Switched on" },
    { value: "false", label: "Switched off" },
  ]),
];

function AutomationRow({ automation }: { automation: Automation }) {
  const { slug } = useWorkspace();
  const objects = useObjects();
  const { label, tone } = healthOf(automation);
  const { id, name, trigger, health, disabled_reason, is_active } = automation;
  return (
    <HealthRow
      href={workspacePath(slug, `crm/automations/${id}`)}
      name={name}
      detail={triggerWords(trigger, objects.data ?? [])}
      health={<Status tone={tone} label={label} />}
      since={
        health.last_run_at === null ? null : (
          <>
            last run <RelativeTime at={health.last_run_at} />
          </>
        )
      }
      control={<ActiveSwitch automation={automation} />}
      troubles={is_active ? [] : [disabled_reason]}
    />
  );
}

/** The automations of the workspace and their health. */
export function AutomationList() {
  const { slug } = useWorkspace();
  return (
    <ListScreen
      permission="can_view_crm"
      title="Automations"
      description="Actions that run automatically when a record changes, a form is submitted or a message is posted."
      what="automations"
      label="Automations"
      Icon={IconBolt}
      create={{
        permission: "can_manage_automations",
        label: "New automation",
        href: workspacePath(slug, "crm/automations/new"),
      }}
      filters={FILTERS}
      useItems={useAutomations}
      row={(automation) => <AutomationRow key={automation.id} automation={automation} />}
      empty={{
        title: "No automations yet",
        text: "Choose a trigger, such as a deal that changes its stage, and what to do: set values, enrol in a sequence, call one of your services or notify someone.",
        lacking: "Someone with can_manage_automations can make the first one.",
      }}
      noMatch={{ title: "No automation matches", text: "Nothing matches this search." }}
    />
  );
}
