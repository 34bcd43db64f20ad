import { type Automation, useRetryRuns } from "@/lib/ui/automations/queries";
import { RetryMenu } from "@/lib/ui/crm/retry-menu";

/** What else can be done with all of an automation: its failed runs tried again, once what they need works. */
export function AutomationMenu({ automation }: { automation: Automation }) {
  const retry = useRetryRuns(automation.id);
  return (
    <RetryMenu
      of="automation"
      noun="run"
      problem={automation.is_active ? null : "Switch the automation on first"}
      onRetry={async (body) => (await retry.mutateAsync(body)).runs}
    >
      Runs that failed, or were skipped while it was off, go on with the action that failed, as the automation
      is now. Actions that are done are not repeated.
    </RetryMenu>
  );
}
