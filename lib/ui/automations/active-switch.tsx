import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { type Automation, useUpdateAutomation } from "@/lib/ui/automations/queries";
import { OnSwitch } from "@/lib/ui/kit/fields/on-switch";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";

/** Switches an automation on or off. Runs that still wait are skipped while it is off. */
export function ActiveSwitch({
  automation,
  isWorded = false,
}: {
  automation: Automation;
  isWorded?: boolean;
}) {
  const { can } = useWorkspace();
  const update = useUpdateAutomation(automation.id);
  const { name } = automation;
  const set = async (is_active: boolean): Promise<boolean> => {
    try {
      await update.mutateAsync({ is_active });
      return true;
    } catch (error) {
      notifyFailure(`${name} stays switched ${is_active ? "off" : "on"}`, error);
      return false;
    }
  };
  const toggle = async (is_active: boolean) => {
    if (!(await set(is_active))) return;
    notifyUndoable(
      `${name} is switched ${is_active ? "on" : "off"}.`,
      () => void set(!is_active),
      automation.id,
    );
  };
  return (
    <OnSwitch
      name={name}
      isOn={automation.is_active}
      isWorded={isWorded}
      isDisabled={!can("can_manage_automations")}
      onChange={(isActive) => void toggle(isActive)}
    />
  );
}
