import { ActionIcon, Button, Code, Group } from "@mantine/core";
import { useId, useState } from "react";
import type { AuditEvent } from "@/lib/ui/audit/queries";
import {
  differencesOf,
  inWords,
  phraseOf,
  phraseWithoutName,
  targetNameOf,
  wordsOf,
} from "@/lib/ui/audit/words";
import { IconChevronDown, IconKey } from "@/lib/ui/icons";
import { CopyValue, Fact, Facts } from "@/lib/ui/kit/cards/facts";
import { PersonAvatar } from "@/lib/ui/kit/people/person";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { readerLocale } from "@/lib/ui/kit/words/locale";
import classes from "./audit.module.css";

const NOBODY = "The service";
const ERASED = "Deleted account";

/** Who acted, in a word. An event without a request comes from the service itself; otherwise the person was erased. */
function actorOf({ actor_name, request_id }: AuditEvent): string {
  return actor_name ?? (request_id === null ? NOBODY : ERASED);
}

/** Who did what to whom, as a sentence. */
export function AuditSentence({ event }: { event: AuditEvent }) {
  const name = targetNameOf(event);
  const [before, after] =
    name === null ? [phraseWithoutName(event.action)] : phraseOf(event.action).split(" …");
  return (
    <>
      <strong>{actorOf(event)}</strong> {before}
      {name === null ? null : (
        <>
          {" "}
          <strong>{name}</strong>
        </>
      )}
      {after}
    </>
  );
}

function Differences({ event }: { event: AuditEvent }) {
  const differences = differencesOf(event);
  if (differences.length === 0) {
    return <p className={classes.nothing}>No logged field has changed.</p>;
  }
  return (
    <div className={classes.scroll}>
      <table className={classes.diff}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ path, before, after }) => (
            <tr key={path}>
              <th scope="row">{path === "" ? "Value" : wordsOf(path)}</th>
              <td>{before === null ? <span className={classes.none}>–</span> : <del>{before}</del>}</td>
              <td>{after === null ? <span className={classes.none}>–</span> : <ins>{after}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Props = { event: AuditEvent; onNarrow: (filters: Record<string, string>) => void };

/** One change: a sentence, with details on demand of what changed and where it came from. */
export function AuditRow({ event, onNarrow }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const actorId = event.actor_id;
  const exact = new Intl.DateTimeFormat(readerLocale(), { dateStyle: "medium", timeStyle: "long" });
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <PersonAvatar name={actorOf(event)} size={28} />
        <p className={classes.sentence}>
          <AuditSentence event={event} />
          {event.token_id === null ? null : (
            <span className={classes.token}>
              <IconKey size={13} stroke={1.75} aria-hidden="true" /> with{" "}
              {event.token_prefix === null ? "a token since revoked" : `${event.token_prefix}…`}
            </span>
          )}
        </p>
        <span className={classes.when}>
          <RelativeTime at={event.created_at} />
        </span>
        <ActionIcon
          aria-label={`Details of: ${actorOf(event)} ${phraseOf(event.action)}`}
          aria-expanded={isOpen}
          aria-controls={id}
          data-opens
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconChevronDown size={16} stroke={1.75} className={isOpen ? classes.flipped : undefined} />
        </ActionIcon>
      </div>
      <div id={id} hidden={!isOpen} className={classes.details} data-beside-row>
        {isOpen ? (
          <>
            <Differences event={event} />
            <Facts>
              <Fact label="Action">
                <Code>{event.action}</Code>
              </Fact>
              <Fact label="Time">{exact.format(new Date(event.created_at))}</Fact>
              <Fact label={wordsOf(event.target_type)}>
                <CopyValue label={`the id of the ${event.target_type}`} value={event.target_id} />
              </Fact>
              {event.request_id === null ? null : (
                <Fact label="Request">
                  <CopyValue label="the request id" value={event.request_id} />
                </Fact>
              )}
              {event.ip === null ? null : <Fact label="IP address">{event.ip}</Fact>}
              {event.token_id === null ? null : (
                <Fact label="API token">
                  <CopyValue label="the token id" value={event.token_id} />
                </Fact>
              )}
            </Facts>
            <Group gap="xs">
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => onNarrow({ target_type: event.target_type, target_id: event.target_id })}
              >
                All changes to this {inWords(event.target_type)}
              </Button>
              {actorId === null ? null : (
                <Button size="compact-sm" variant="default" onClick={() => onNarrow({ actor_id: actorId })}>
                  All changes by {actorOf(event)}
                </Button>
              )}
            </Group>
          </>
        ) : null}
      </div>
    </li>
  );
}
