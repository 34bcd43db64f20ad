import { ActionIcon, Button, Code, Group } from "@mantine/core";
import { useId, useState } from "react";
import { IconChevronDown } from "@/lib/ui/icons";
import type { ProductEvent } from "@/lib/ui/integrations/queries";
import { TextBlock } from "@/lib/ui/integrations/text-block";
import { CopyValue, Fact, Facts } from "@/lib/ui/kit/cards/facts";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import classes from "./product-events.module.css";

type Props = { event: ProductEvent; onNarrow: (filters: Record<string, string>) => void };

/** The person behind an event, as far as the product knows them. */
function personOf({ user_id, anonymous_id }: ProductEvent): string {
  if (user_id !== null) return user_id;
  return anonymous_id === null ? "Somebody" : `Visitor ${anonymous_id.slice(0, 8)}`;
}

function Details({ event, onNarrow }: Props) {
  const { type, user_id, anonymous_id } = event;
  const properties = JSON.stringify(event.properties, null, 2);
  return (
    <>
      <Facts>
        <Fact label="Happened">
          <RelativeTime at={event.occurred_at} />
        </Fact>
        <Fact label="Received">
          <RelativeTime at={event.received_at} />
        </Fact>
        {user_id === null ? null : (
          <Fact label="User">
            <CopyValue value={user_id} label="the user's id" />
          </Fact>
        )}
        {anonymous_id === null ? null : (
          <Fact label="Visitor">
            <CopyValue value={anonymous_id} label="the visitor's id" />
          </Fact>
        )}
        <Fact label="Event id">
          <CopyValue value={event.event_id} label="the event's id" />
        </Fact>
      </Facts>
      {properties === "{}" ? null : <TextBlock text={properties} label="the properties" />}
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => onNarrow({ type })}>
          Show all of this type
        </Button>
        {user_id === null ? null : (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onNarrow({ user_id, anonymous_id: "", type: "" })}
          >
            Show all by this user
          </Button>
        )}
        {anonymous_id === null ? null : (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onNarrow({ anonymous_id, user_id: "", type: "" })}
          >
            Show all by this visitor
          </Button>
        )}
      </Group>
    </>
  );
}

/** One product event, with all its details on demand. */
export function EventRow({ event, onNarrow }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const summary = JSON.stringify(event.properties);
  return (
    <li className={classes.event}>
      <div className={classes.summary}>
        <div className={rows.main}>
          <p className={rows.name}>
            <Code className={classes.code ?? ""}>{event.type}</Code>
          </p>
          <p className={rows.detail}>
            {personOf(event)}
            {summary === "{}" ? "" : ` · ${summary}`}
          </p>
        </div>
        <span className={rows.side}>
          <RelativeTime at={event.occurred_at} />
        </span>
        <ActionIcon
          aria-label={`Details of ${event.type}`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconChevronDown size={16} stroke={1.75} className={isOpen ? classes.flipped : undefined} />
        </ActionIcon>
      </div>
      <div id={id} hidden={!isOpen} className={classes.details}>
        {isOpen ? <Details event={event} onNarrow={onNarrow} /> : null}
      </div>
    </li>
  );
}
