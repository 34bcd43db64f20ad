"use client";

import { Alert, Button, Group, Skeleton } from "@mantine/core";
import { IconBoltOff } from "@tabler/icons-react";
import { createContext, type ReactNode, useContext } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { ActiveSwitch } from "@/lib/ui/automations/active-switch";
import { type Automation, useAutomation, useUpdateAutomation } from "@/lib/ui/automations/queries";
import { triggerWords } from "@/lib/ui/automations/words";
import { useObjects } from "@/lib/ui/crm/queries";
import { ErrorNotice } from "@/lib/ui/kit/error-notice";
import { Link } from "@/lib/ui/kit/link";
import { UpLink } from "@/lib/ui/kit/list-page";
import { NoPermission } from "@/lib/ui/kit/no-permission";
import { PageHeader } from "@/lib/ui/kit/page-header";
import { PageTabs } from "@/lib/ui/kit/page-tabs";
import { workspacePath } from "@/lib/ui/shell/navigation";

const AutomationContext = createContext<Automation | null>(null);

/** The automation in the address. @throws outside of its pages */
export function useOpenAutomation(): Automation {
  const automation = useContext(AutomationContext);
  if (automation === null) throw new Error("useOpenAutomation() is for the pages of an automation");
  return automation;
}

/** Says that the service itself switched an automation off, and why. */
function SwitchedOff({ automation }: { automation: Automation }) {
  const { id, slug, can } = useWorkspace();
  const update = useUpdateAutomation(id, automation.id);
  if (automation.is_active || automation.disabled_reason === null) return null;
  return (
    <Alert
      color="red"
      variant="light"
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
              update.mutate(
                { is_active: true },
                { onError: (error) => notifyFailure(`${automation.name} stays switched off`, error) },
              )
            }
          >
            Switch on again
          </Button>
        ) : null}
        <Button
          size="xs"
          variant="default"
          component={Link}
          href={workspacePath(slug, `crm/automations/${automation.id}/runs?status=failed`)}
        >
          See what failed
        </Button>
      </Group>
    </Alert>
  );
}

function Frame({ automationId, children }: { automationId: string; children: ReactNode }) {
  const { id, slug } = useWorkspace();
  const automation = useAutomation(id, automationId);
  const objects = useObjects(id);
  if (automation.error && !automation.data) {
    return (
      <ErrorNotice
        error={automation.error}
        isPage
        what="this automation"
        onRetry={() => void automation.refetch()}
      />
    );
  }
  if (!automation.data) {
    return (
      <div role="status" aria-label="Loading the automation">
        <Skeleton height={26} width={220} radius="sm" mb="lg" />
        <Skeleton height={320} radius="lg" />
      </div>
    );
  }
  const { data } = automation;
  const base = workspacePath(slug, `crm/automations/${automationId}`);
  const tabs = [
    { href: base, label: "What it does" },
    { href: `${base}/runs`, label: "Runs" },
  ];
  return (
    <AutomationContext value={data}>
      <PageHeader
        title={data.name}
        description={triggerWords(data.trigger, objects.data ?? [])}
        actions={<ActiveSwitch automation={data} />}
      />
      <PageTabs label="Automation" tabs={tabs} />
      <SwitchedOff automation={data} />
      {children}
    </AutomationContext>
  );
}

/** What the pages of one automation have in common: its name, its switch, and the way between them. */
export function AutomationFrame({ automationId, children }: { automationId: string; children: ReactNode }) {
  const { slug, can } = useWorkspace();
  if (!can("can_view_crm")) return <NoPermission permission="can_view_crm" />;
  return (
    <>
      <UpLink href={workspacePath(slug, "crm/automations")}>Automations</UpLink>
      <Frame key={automationId} automationId={automationId}>
        {children}
      </Frame>
    </>
  );
}
