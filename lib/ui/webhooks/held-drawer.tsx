import { Text } from "@mantine/core";
import { useState } from "react";
import { IconChevronRight, IconHistory } from "@/lib/ui/icons";
import { CodeBlock } from "@/lib/ui/kit/copy/code-block";
import { SideDrawer } from "@/lib/ui/kit/dialogs/side-drawer";
import { Empty, ListPanel } from "@/lib/ui/kit/lists/list-page";
import { RowSkeletons } from "@/lib/ui/kit/lists/list-states";
import { ErrorNotice } from "@/lib/ui/kit/states/error-notice";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { type HeldEvent, useHeldEvent, useHeldEvents } from "@/lib/ui/webhooks/queries";
import classes from "./webhooks.module.css";

function Payload({ event }: { event: HeldEvent }) {
  // Lists leave out long payloads.
  const whole = useHeldEvent(event, event.payload === null && !event.is_withheld);
  const payload = event.payload ?? whole.data?.payload;
  if (whole.error)
    return <ErrorNotice error={whole.error} what="this event" onRetry={() => whole.refetch()} />;
  if (event.is_withheld) {
    return (
      <Text size="sm" c="dimmed">
        You don't have permission to see the data of {event.event_type} events.
      </Text>
    );
  }
  if (payload === undefined) return <RowSkeletons count={1} what="the payload" />;
  return <CodeBlock title="Payload" text={JSON.stringify(payload, null, 2)} isTall />;
}

function Row({ event }: { event: HeldEvent }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={classes.heldEvent}>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <IconChevronRight size={14} stroke={2} className={classes.chevron} aria-hidden="true" />
          <code>{event.event_type}</code>
          <span className={classes.when}>
            <RelativeTime at={event.created_at} />
          </span>
        </summary>
        {isOpen ? <Payload event={event} /> : null}
      </details>
    </li>
  );
}

function Rows({ webhookId }: { webhookId: string }) {
  return (
    <ListPanel
      list={useHeldEvents(webhookId)}
      what="held events"
      label="Held events, newest first"
      renderRow={(event) => <Row key={event.event_id} event={event} />}
      empty={
        <Empty Icon={IconHistory} title="Nothing is held">
          They were sent or discarded meanwhile.
        </Empty>
      }
    />
  );
}

type Props = { webhookId: string; isOpen: boolean; onClose: () => void };

/** A webhook's held events, with the payloads they would send. */
export default function HeldDrawer({ webhookId, ...drawer }: Props) {
  return (
    <SideDrawer title="Held events, newest first" size="48rem" {...drawer}>
      <Rows webhookId={webhookId} />
    </SideDrawer>
  );
}
