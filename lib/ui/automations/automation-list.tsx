"use client";

import { Button, NativeSelect } from "@mantine/core";
import { IconBolt, IconPlus } from "@tabler/icons-react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { ActiveSwitch } from "@/lib/ui/automations/active-switch";
import { type Automation, useAutomations } from "@/lib/ui/automations/queries";
import { healthOf, triggerWords } from "@/lib/ui/automations/words";
import { type CrmObject, useObjects } from "@/lib/ui/crm/queries";
import { SearchField, useFilters } from "@/lib/ui/kit/filters";
import { Link } from "@/lib/ui/kit/link";
import { Empty, ListPanel } from "@/lib/ui/kit/list-page";
import page from "@/lib/ui/kit/list-page.module.css";
import { NoPermission } from "@/lib/ui/kit/no-permission";
import { PageHeader } from "@/lib/ui/kit/page-header";
import { RelativeTime } from "@/lib/ui/kit/relative-time";
import rows from "@/lib/ui/kit/rows.module.css";
import { Status } from "@/lib/ui/kit/status";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./automations.module.css";

type RowProps = { automation: Automation; objects: readonly CrmObject[]; slug: string };

function AutomationRow({ automation, objects, slug }: RowProps) {
  const { label, tone } = healthOf(automation);
  const { id, name, trigger, health, disabled_reason, is_active } = automation;
  return (
    <li className={classes.row}>
      <div className={classes.line}>
        <div className={rows.main}>
          <p className={rows.name}>
            <Link href={workspacePath(slug, `crm/automations/${id}`)} className={page.link}>
              {name}
            </Link>
          </p>
          <p className={rows.detail}>{triggerWords(trigger, objects)}</p>
        </div>
        <div>
          <Status tone={tone} label={label} />
          {health.last_run_at === null ? null : (
            <p className={classes.under}>
              last run <RelativeTime at={health.last_run_at} />
            </p>
          )}
        </div>
        <ActiveSwitch automation={automation} />
      </div>
      {is_active || disabled_reason === null ? null : <p className={classes.trouble}>{disabled_reason}</p>}
    </li>
  );
}

function Automations() {
  const { id, slug, can } = useWorkspace();
  const filters = useFilters();
  const search = filters.get("search");
  const asked = filters.get("is_active");
  const is_active = asked === "true" || asked === "false" ? asked : "";
  const automations = useAutomations(id, { search, is_active });
  const objects = useObjects(id);
  const isNarrowed = search !== "" || is_active !== "";
  const clear = () => filters.set({ search: "", is_active: "" });
  const newAutomation = can("can_manage_automations") ? (
    <Button
      component={Link}
      href={workspacePath(slug, "crm/automations/new")}
      leftSection={<IconPlus size={16} stroke={2} />}
    >
      New automation
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Automations"
        description="What is done by itself when a record changes, a form comes in, or a message is written."
        actions={newAutomation}
      />
      <search className={page.filters} aria-label="Filter the automations">
        <SearchField
          className={page.search ?? ""}
          aria-label="Search automations"
          placeholder="Search by name"
          value={search}
          onSearch={(text) => filters.set({ search: text })}
        />
        <NativeSelect
          aria-label="State"
          size="sm"
          data={[
            { value: "", label: "On and off" },
            { value: "true", label: "Switched on" },
            { value: "false", label: "Switched off" },
          ]}
          value={is_active}
          onChange={(event) => filters.set({ is_active: event.currentTarget.value })}
        />
      </search>
      <ListPanel
        list={automations}
        what="automations"
        label="Automations"
        renderRow={(automation) => (
          <AutomationRow
            key={automation.id}
            automation={automation}
            objects={objects.data ?? []}
            slug={slug}
          />
        )}
        empty={
          isNarrowed ? (
            <Empty
              Icon={IconBolt}
              title="No automation matches"
              action={
                <Button variant="default" size="sm" onClick={clear}>
                  Clear the filters
                </Button>
              }
            >
              Nothing fits this search.
            </Empty>
          ) : (
            <Empty Icon={IconBolt} title="No automations yet" action={newAutomation}>
              {newAutomation === null
                ? "Someone who holds can_manage_automations can make the first one."
                : "Say what sets it off, such as a deal whose stage changes, and what shall be done: set values, enrol in a sequence, call a service of yours, or tell somebody."}
            </Empty>
          )
        }
      />
    </>
  );
}

/** The automations of the workspace, with how well they do. */
export function AutomationList() {
  return useWorkspace().can("can_view_crm") ? <Automations /> : <NoPermission permission="can_view_crm" />;
}
