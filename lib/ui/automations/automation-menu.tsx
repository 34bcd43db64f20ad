import { useDisclosure } from "@mantine/hooks";
import { type Automation, useRetryRuns } from "@/lib/ui/automations/queries";
import { RetryDialog } from "@/lib/ui/crm/retry-dialog";
import { IconRotateClockwise } from "@/lib/ui/icons";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";

/** What else can be done with all of an automation: its failed runs tried again, once what they need works. */
export function AutomationMenu({ automation }: { automation: Automation }) {
  const retry = useRetryRuns(automation.id);
  const [isAsking, asking] = useDisclosure();
  return (
    <>
      <DotsMenu
        look="head"
        label="More actions for this automation"
        entries={[
          {
            name: "Try failed runs again…",
            Icon: IconRotateClockwise,
            problem: automation.is_active ? null : "Switch the automation on first",
            onClick: asking.open,
          },
        ]}
      />
      <RetryDialog
        isOpen={isAsking}
        onClose={asking.close}
        noun="run"
        onRetry={async (body) => (await retry.mutateAsync(body)).runs}
      >
        Runs that failed, or were skipped while it was off, go on with the action that failed, as the
        automation is now. Actions that are done are not repeated.
      </RetryDialog>
    </>
  );
}
