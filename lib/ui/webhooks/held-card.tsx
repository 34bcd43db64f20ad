import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconSend } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { ConfirmButton } from "@/lib/ui/kit/dialogs/confirm-button";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { useFilters } from "@/lib/ui/kit/filters/filters";
import { lazyOverlay } from "@/lib/ui/kit/states/loaded-later";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { countOf, numberText } from "@/lib/ui/kit/words/counts";
import { useDiscardHeld, type Webhook } from "@/lib/ui/webhooks/queries";
import { HELD_EVENTS_MAX } from "@/lib/webhooks/limits";
import classes from "./webhooks.module.css";

const RecoverDialog = lazyOverlay(() => import("@/lib/ui/webhooks/recover-dialog"));
const HeldDrawer = lazyDialog(() => import("@/lib/ui/webhooks/held-drawer"));

/** Discards held events, after confirmation. */
function Discard({ webhook }: { webhook: Webhook }) {
  const discard = useDiscardHeld(webhook.id);
  const { count } = webhook.held_events;
  return (
    <ConfirmButton
      label={count === 0 ? "Dismiss…" : "Discard…"}
      look={{ size: "sm", ...(count === 0 ? { variant: "default" } : { variant: "outline", color: "red" }) }}
      title={count === 0 ? "Dismiss the note?" : `Discard ${countOf(count, "event")}?`}
      confirmLabel={count === 0 ? "Dismiss" : "Discard"}
      onConfirm={async () => {
        const { discarded } = await discard.mutateAsync();
        if (discarded > 0)
          notifications.show({ color: "pine", message: `${countOf(discarded, "event")} discarded.` });
      }}
    >
      {count === 0
        ? "It says how many held events were dropped. None of them can be sent any more."
        : `The subscriber will never get ${count === 1 ? "it" : "them"}. This can't be undone. What happened here stays as it is.`}
    </ConfirmButton>
  );
}

/**
 * The events that a webhook holds because it was off or its owner was not allowed to see them, with a button to send
 * them; nothing if there are none.
 */
export function HeldCard({ webhook }: { webhook: Webhook }) {
  const { can } = useWorkspace();
  const [isSending, sending] = useDisclosure();
  const address = useFilters();
  const { is_active, held_events, withheld_events } = webhook;
  const isWithheld = withheld_events.some(({ is_held }) => is_held);
  const problem = is_active
    ? isWithheld
      ? "Take the webhook over first"
      : null
    : "Switch the webhook on first";
  const { count, dropped, oldest_at } = held_events;
  if (count === 0 && dropped === 0) return null;
  const title =
    count === 0
      ? `${countOf(dropped, "event")} could not be kept`
      : is_active
        ? `${countOf(count, "event")} ${count === 1 ? "was" : "were"} not sent`
        : `${countOf(count, "event")} ${count === 1 ? "is" : "are"} held`;
  return (
    <div className={classes.held}>
      <Card
        id="held-events"
        title={title}
        note={
          <>
            {count === 0 ? null : (
              <>
                {count === 1 ? "It came " : "The oldest came "}
                <RelativeTime at={oldest_at ?? ""} />.{" "}
                {isWithheld && is_active
                  ? `Take the webhook over to send ${count === 1 ? "it" : "them"}.`
                  : is_active
                    ? `${count === 1 ? "It waits" : "They wait"} until you send or discard ${count === 1 ? "it" : "them"}.`
                    : `Switch the webhook on to send ${count === 1 ? "it" : "them"}.`}
              </>
            )}
            {dropped === 0 ? null : (
              <strong className={classes.dropped}>
                {count === 0
                  ? "They were held, and then dropped"
                  : `${countOf(dropped, "older event was", "older events were")} dropped`}
                : the newest {numberText(HELD_EVENTS_MAX)} are kept, for a limited time.
              </strong>
            )}
          </>
        }
      >
        <Group gap="xs">
          {count > 0 && can("can_manage_webhooks") ? (
            <Button
              size="sm"
              leftSection={<IconSend size={15} stroke={1.75} />}
              disabled={problem !== null}
              title={problem ?? undefined}
              onClick={sending.open}
            >
              {count === 1 ? "Send it…" : "Send them…"}
            </Button>
          ) : null}
          {count > 0 ? (
            <Button variant="default" size="sm" onClick={() => address.open("held")}>
              {count === 1 ? "Show it" : "Show them"}
            </Button>
          ) : null}
          {can("can_manage_webhooks") ? <Discard webhook={webhook} /> : null}
        </Group>
      </Card>
      {isSending ? (
        <RecoverDialog webhookId={webhook.id} since={oldest_at ?? ""} onClose={sending.close} />
      ) : null}
      <HeldDrawer
        webhookId={webhook.id}
        isOpen={address.get("held") === "1"}
        onClose={() => address.close("held")}
      />
    </div>
  );
}
