import { useDisclosure } from "@mantine/hooks";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { OnSwitch } from "@/lib/ui/kit/fields/on-switch";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { countOf, numberText } from "@/lib/ui/kit/words/counts";
import { useUpdateWebhook, type Webhook } from "@/lib/ui/webhooks/queries";
import { titleOf } from "@/lib/ui/webhooks/wording";
import { HELD_EVENTS_MAX } from "@/lib/webhooks/limits";

/** Switches a webhook on or off. Switching off discards pending deliveries, which can't be undone, so it asks first. */
export function ActiveSwitch({ webhook, isWorded = false }: { webhook: Webhook; isWorded?: boolean }) {
  const { can } = useWorkspace();
  const update = useUpdateWebhook(webhook.id);
  const [isAsking, { open, close }] = useDisclosure();
  const title = titleOf(webhook);
  const set = (is_active: boolean, onDone?: () => void) => {
    update
      .mutateAsync({ is_active })
      .then(onDone)
      .catch((error: unknown) => {
        notifyFailure(`${title} stays switched ${is_active ? "off" : "on"}`, error);
      });
  };
  const toggle = (is_active: boolean) => {
    if (!is_active && webhook.health.pending > 0) return open();
    const isReversible = webhook.disabled_reason === null;
    // Announced once it is done: what happens until then is still sent.
    set(is_active, () => {
      if (!isReversible) return;
      notifyUndoable(`${title} is switched ${is_active ? "on" : "off"}.`, () => set(!is_active), webhook.id);
    });
  };
  const { pending } = webhook.health;
  return (
    <>
      <OnSwitch
        name={title}
        isOn={webhook.is_active}
        isWorded={isWorded}
        isDisabled={!can("can_manage_webhooks")}
        onChange={toggle}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        title={`Switch ${title} off?`}
        confirmLabel="Switch off"
        onConfirm={() => update.mutateAsync({ is_active: false })}
      >
        {pending === 0
          ? null
          : `${countOf(pending, "delivery that is", "deliveries that are")} still under way fail at once. `}
        Events that happen while it is off are held, the newest {numberText(HELD_EVENTS_MAX)} of them. Once it
        is on again, all of these can be sent.
      </ConfirmDialog>
    </>
  );
}
