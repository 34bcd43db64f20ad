import { useRouter } from "next/navigation";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useOpenAutomation } from "@/lib/ui/automations/automation-frame";
import { useDeleteAutomation } from "@/lib/ui/automations/queries";
import { DangerCard, DangerRow } from "@/lib/ui/kit/cards/danger-card";
import { ConfirmButton } from "@/lib/ui/kit/dialogs/confirm-button";
import { workspacePath } from "@/lib/ui/shell/navigation";

function DeleteAutomation() {
  const { slug } = useWorkspace();
  const router = useRouter();
  const automation = useOpenAutomation();
  const remove = useDeleteAutomation(automation.id);
  return (
    <ConfirmButton
      label="Delete automation"
      title={`Delete ${automation.name}?`}
      confirmLabel="Delete automation"
      typed={automation.name}
      onConfirm={() => remove.mutateAsync()}
      onDone={() => router.push(workspacePath(slug, "crm/automations"))}
    >
      Its run log is deleted too, and runs in progress are cancelled. What it has already done stays.
    </ConfirmButton>
  );
}

/** Deletes the open automation; shown below its builder. */
export default function AutomationEnd() {
  return (
    <DangerCard isBelowEditor>
      <DangerRow
        title="Delete this automation"
        detail="Its run log is deleted too. To pause it, switch it off instead."
        action={<DeleteAutomation />}
      />
    </DangerCard>
  );
}
