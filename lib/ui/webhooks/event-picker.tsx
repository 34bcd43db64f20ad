import { Checkbox, Radio, Stack, Text } from "@mantine/core";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { wordsOf } from "@/lib/ui/audit/words";
import { IconChevronRight } from "@/lib/ui/icons";
import { CodeBlock } from "@/lib/ui/kit/copy/code-block";
import { TEST } from "@/lib/ui/webhooks/wording";
import { EVENTS, EVERY_EVENT } from "@/lib/webhooks/catalog";
import classes from "./webhooks.module.css";

type Event = (typeof EVENTS)[number];

const SUBJECTS = [...new Set(EVENTS.map(({ type }) => type.slice(0, type.indexOf("."))))];

function Example({ event, isIndented }: { event: Event; isIndented: boolean }) {
  const { id } = useWorkspace();
  const payload = {
    id: "0199a3f7-8888-7999-8aaa-f1112223330c",
    type: event.type,
    created_at: "2026-11-20T09:30:00.000Z",
    workspace_id: id,
    data: event.example,
  };
  return (
    <details className={classes.example} data-indented={isIndented || undefined}>
      <summary>
        <IconChevronRight size={14} stroke={2} className={classes.chevron} aria-hidden="true" />
        Example payload
      </summary>
      <CodeBlock title={`Example of ${event.type}`} text={JSON.stringify(payload, null, 2)} wraps />
    </details>
  );
}

type Props = {
  value: string[];
  /** Subscribed events that the webhook's owner may not see; empty for a new one, whose owner is the reader. */
  withheld: readonly string[];
  error?: string | undefined;
  onChange: (events: string[]) => void;
};

/**
 * Which events a webhook gets: all that its owner may see, future ones included, or a selection. Events that the reader
 * may not see are listed with the reason, and can only be removed.
 */
export function EventPicker({ value, withheld, error, onChange }: Props) {
  const { can } = useWorkspace();
  const isAll = value.includes(EVERY_EVENT);
  const isLeftOut = ({ type, permission }: Event) => (isAll ? withheld.includes(type) : !can(permission));
  const reasonOf = ({ type, permission }: Event) =>
    can(permission)
      ? withheld.includes(type)
        ? `Not sent: the webhook's owner lacks ${permission}`
        : null
      : `Needs ${permission}, which you don't have`;
  const toggle = (type: string, isWanted: boolean) =>
    onChange(isWanted ? [...value, type] : value.filter((each) => each !== type));
  return (
    <div>
      <Radio.Group
        label="Events"
        value={isAll ? "all" : "some"}
        onChange={(kind) => onChange(kind === "all" ? [EVERY_EVENT] : [])}
        {...(error === undefined ? {} : { error })}
      >
        <Stack gap="xs" mt={6}>
          <Radio
            value="all"
            label="Every event"
            description="Every event that the webhook's owner may see, including types that are added later (*)"
          />
          <Radio value="some" label="Only what is chosen below" />
        </Stack>
      </Radio.Group>
      <div className={classes.groups}>
        {SUBJECTS.map((subject) => (
          <fieldset key={subject} className={classes.group}>
            <legend>{wordsOf(subject)}</legend>
            {EVENTS.filter(({ type }) => type.startsWith(`${subject}.`)).map((event) => (
              <div key={event.type} className={classes.event}>
                {event.type === TEST ? (
                  <>
                    <Text size="sm" className={classes.type ?? ""}>
                      {event.type}
                    </Text>
                    <Text size="xs" c="dimmed">
                      Comes whenever you send a test; there is nothing to choose
                    </Text>
                  </>
                ) : (
                  <Checkbox
                    size="sm"
                    label={<span className={classes.type}>{event.type}</span>}
                    description={
                      <>
                        {event.description}
                        {reasonOf(event) === null ? null : (
                          <span className={classes.reason}>{reasonOf(event)}</span>
                        )}
                      </>
                    }
                    checked={isAll ? !isLeftOut(event) : value.includes(event.type)}
                    disabled={isAll || (isLeftOut(event) && !value.includes(event.type))}
                    onChange={(change) => toggle(event.type, change.currentTarget.checked)}
                  />
                )}
                <Example event={event} isIndented={event.type !== TEST} />
              </div>
            ))}
          </fieldset>
        ))}
      </div>
    </div>
  );
}
