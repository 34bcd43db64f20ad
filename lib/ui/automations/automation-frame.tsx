"use client";

import { Alert, Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { failureNotice } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { ActiveSwitch } from "@/lib/ui/automations/active-switch";
import { AutomationMenu } from "@/lib/ui/automations/automation-menu";
import { type Automation, useAutomation, useUpdateAutomation } from "@/lib/ui/automations/queries";
import { triggerWords } from "@/lib/ui/automations/words";
import { useObjects } from "@/lib/ui/crm/queries";
import { IconBoltOff } from "@/lib/ui/icons";
import { Link } from "@/lib/ui/kit/pages/link";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { PageTabs } from "@/lib/ui/kit/pages/page-tabs";
import { type Ahead, ResourceFrame, resourceOf, useOpen, useOpenId } from "@/lib/ui/kit/pages/resource-frame";
import { workspacePath } from "@/lib/ui/shell/navigation";

const AUTOMATION = resourceOf<Automation>("automation");

/** The automation in the address. @throws outside of its pages */
export const useOpenAutomation = () => useOpen(AUTOMATION);

/** Its id, available before the automation is loaded. @throws outside of its pages */
export const useOpenAutomationId = () => useOpenId(AUTOMATION);

/** Says that the service switched an automation off, and why. */
function SwitchedOff({ automation }: { automation: Automation }) {
  const { slug, can } = useWorkspace();
  const update = useUpdateAutomation(automation.id);
  if (automation.is_active || automation.disabled_reason === null) return null;
  return (
    <Alert
      color="red"
      mb="md"
      icon={<IconBoltOff size={18} />}
      title="Switched off by the service"
      style={{ overflowWrap: "anywhere" }}
    >
      {automation.disabled_reason}
      <Group mt="sm" gap="sm">
        {can("can_manage_automations") ? (
          <Button
            size="xs"
            variant="default"
            loading={update.isPending}
            onClick={() =>
              update.mutate({ is_active: true }, failureNotice(`${automation.name} stays switched off`))
            }
          >
            Switch on again
          </Button>
        ) : null}
        <Button
          size="xs"
          variant="default"
          component={Link}
          href={workspacePath(slug, `crm/automations/${automation.id}/runs`)}
        >
          See its runs
        </Button>
      </Group>
    </Alert>
  );
}

function Head({ automation }: { automation: Automation }) {
  const { slug, can } = useWorkspace();
  const objects = useObjects();
  const base = workspacePath(slug, `crm/automations/${automation.id}`);
  const tabs = [
    { href: base, label: "What it does" },
    { href: `${base}/runs`, label: "Runs" },
  ];
  return (
    <>
      <PageHeader
        title={automation.name}
        description={triggerWords(automation.trigger, objects.data ?? [])}
        actions={
          <>
            <ActiveSwitch automation={automation} isWorded />
            {can("can_manage_automations") ? <AutomationMenu automation={automation} /> : null}
          </>
        }
      />
      <PageTabs label="Automation" tabs={tabs} />
      <SwitchedOff automation={automation} />
    </>
  );
}

type FrameProps = { automationId: string; ahead?: Ahead; children: ReactNode };

/** What the pages of one automation have in common: its name, its switch, and its tabs. */
export function AutomationFrame({ automationId, ahead, children }: FrameProps) {
  const { slug } = useWorkspace();
  return (
    <ResourceFrame
      of={AUTOMATION}
      id={automationId}
      ahead={ahead}
      permission="can_view_crm"
      up={{ href: workspacePath(slug, "crm/automations"), label: "Automations" }}
      useQuery={useAutomation}
      nameOf={({ name }) => name}
      head={(automation) => <Head automation={automation} />}
    >
      {children}
    </ResourceFrame>
  );
}
