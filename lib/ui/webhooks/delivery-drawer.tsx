import { Alert, Button } from "@mantine/core";
import { failureNotice } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconChevronRight, IconRotateClockwise } from "@/lib/ui/icons";
import { CopyValue, Fact, Facts } from "@/lib/ui/kit/cards/facts";
import { CodeBlock } from "@/lib/ui/kit/copy/code-block";
import { CopyIcon } from "@/lib/ui/kit/copy/copy-icon";
import { prettyJson } from "@/lib/ui/kit/copy/pretty-json";
import { SideDrawer } from "@/lib/ui/kit/dialogs/side-drawer";
import { firstClick } from "@/lib/ui/kit/fields/first-click";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { Status } from "@/lib/ui/kit/status/status";
import { clockTime, exactTime } from "@/lib/ui/kit/time/moments";
import { NextRetry } from "@/lib/ui/webhooks/next-retry";
import { type DeliveryWithAttempts, useDelivery, useRedeliver } from "@/lib/ui/webhooks/queries";
import { useOpenWebhook } from "@/lib/ui/webhooks/webhook-frame";
import { answerOf, FAILURES, formatMs, STATUSES } from "@/lib/ui/webhooks/wording";
import classes from "./delivery-drawer.module.css";

type Attempt = DeliveryWithAttempts["attempts"][number];

const SIGNATURES = new Set(["x-svc-signature", "webhook-signature"]);

/** A 2xx status is a success, even if the response's body then broke off. */
function isSuccess({ response_status_code: code }: Attempt): boolean {
  return code !== null && code >= 200 && code < 300;
}

type HeadersProps = { label: string; headers: Record<string, string>; hidden?: readonly string[] };

function Headers({ label, headers, hidden = [] }: HeadersProps) {
  return (
    <table className={classes.headers} aria-label={label}>
      <tbody>
        {Object.entries(headers).map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              {value}
              {SIGNATURES.has(name) ? <CopyIcon value={value} label={`Copy ${name}`} /> : null}
            </td>
          </tr>
        ))}
        {hidden.map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td title="Values of custom headers may be secrets and are not shown">••••••</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type AttemptProps = {
  attempt: Attempt;
  longestMs: number;
  customNames: readonly string[];
  isOpen: boolean;
  isWithheld: boolean;
};

function AttemptDetails({ attempt, longestMs, customNames, isOpen, isWithheld }: AttemptProps) {
  const tone = isSuccess(attempt) ? "good" : "bad";
  const percent = longestMs === 0 ? 0 : (100 * attempt.duration_ms) / longestMs;
  return (
    <li>
      <details className={classes.attempt} open={isOpen}>
        <summary>
          <IconChevronRight size={14} stroke={2} className={classes.chevron} aria-hidden="true" />
          <span className={classes.number}>{attempt.number}</span>
          <span className={classes.answer} data-tone={tone}>
            {answerOf(attempt)}
          </span>
          <span className={classes.track} aria-hidden="true">
            <span
              className={classes.bar}
              data-tone={tone}
              style={{ display: "block", width: `${percent}%` }}
            />
          </span>
          <span className={classes.took}>{formatMs(attempt.duration_ms)}</span>
          <time className={classes.at} dateTime={attempt.started_at} title={exactTime(attempt.started_at)}>
            {clockTime(attempt.started_at)}
          </time>
        </summary>
        <div className={classes.inside}>
          <p className={classes.label}>Request · POST {attempt.url}</p>
          <Headers label="Request headers" headers={attempt.request_headers} hidden={customNames} />
          <p className={classes.label}>Response · {answerOf(attempt)}</p>
          {attempt.response_headers ? (
            <Headers label="Response headers" headers={attempt.response_headers} />
          ) : null}
          {attempt.response_body ? (
            <CodeBlock
              title={`Answer to attempt ${attempt.number}`}
              text={prettyJson(attempt.response_body)}
              copied={attempt.response_body}
              wraps
            />
          ) : (
            <p className={classes.nothing}>
              {attempt.response_status_code === null
                ? "The subscriber did not answer."
                : isWithheld
                  ? "You don't have permission to see it: it may repeat the data of the event."
                  : "There is no body: none was sent, or it has been erased."}
            </p>
          )}
        </div>
      </details>
    </li>
  );
}

function Redeliver({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { can } = useWorkspace();
  const webhook = useOpenWebhook();
  const redeliver = useRedeliver(webhook.id);
  if (!can("can_manage_webhooks")) return null;
  const problem = delivery.is_erased
    ? "The payload has been erased"
    : !webhook.is_active
      ? "Switch the webhook on first"
      : webhook.withheld_events.some(({ type }) => type === delivery.event_type)
        ? "The webhook's owner may not see this event: take the webhook over first"
        : null;
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconRotateClockwise size={14} stroke={1.75} />}
      loading={redeliver.isPending}
      disabled={problem !== null}
      title={problem ?? "The same bytes under the same webhook-id, with a new signature"}
      onClick={firstClick(() => redeliver.mutate(delivery.id, failureNotice("It was not sent again")))}
    >
      {delivery.status === "pending" ? "Send now" : "Send again"}
    </Button>
  );
}

function DeliveryStatus({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { label, tone } = STATUSES[delivery.status];
  return (
    <Status
      tone={tone}
      label={delivery.failure_reason === null ? label : `${label}: ${FAILURES[delivery.failure_reason]}`}
      isLive
      wraps
    />
  );
}

function Details({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { header_names } = useOpenWebhook();
  const attempts = delivery.attempts.toReversed();
  const longestMs = Math.max(0, ...attempts.map(({ duration_ms }) => duration_ms));
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{delivery.event_type}</h2>
        <Redeliver delivery={delivery} />
      </div>
      <Facts isList>
        <Fact label="Status">
          <DeliveryStatus delivery={delivery} />
        </Fact>
        {delivery.status === "pending" ? (
          <Fact label="Next attempt">
            {delivery.next_retry_at === null ? (
              "Once earlier deliveries have been accepted"
            ) : (
              <NextRetry at={delivery.next_retry_at} isExact />
            )}
          </Fact>
        ) : null}
        <Fact label="Happened">{exactTime(delivery.created_at)}</Fact>
        {delivery.finished_at === null ? null : <Fact label="Ended">{exactTime(delivery.finished_at)}</Fact>}
        <Fact label="webhook-id">
          <CopyValue value={delivery.event_id} label="the webhook-id" />
        </Fact>
        <Fact label="Delivery">
          <CopyValue value={delivery.id} label="the delivery's id" />
        </Fact>
      </Facts>
      <h3 className={classes.section}>Attempts</h3>
      {attempts.length === 0 ? (
        <p className={classes.nothing}>
          {delivery.status === "pending" ? "The first one is in progress." : "None was made."}
        </p>
      ) : (
        <ol className={classes.attempts} reversed>
          {attempts.map((attempt, index) => (
            <AttemptDetails
              key={attempt.number}
              attempt={attempt}
              longestMs={longestMs}
              customNames={header_names}
              isOpen={index === 0}
              isWithheld={delivery.is_withheld}
            />
          ))}
        </ol>
      )}
      <h3 className={classes.section}>Request body</h3>
      {delivery.is_withheld ? (
        <Alert color="gray" role="note">
          You don't have permission to see the data of {delivery.event_type} events.
        </Alert>
      ) : delivery.request_body === null ? (
        <Alert color="gray" role="note">
          It has been erased, as bodies are after a while. The outcome of the delivery is kept for a year.
        </Alert>
      ) : (
        <CodeBlock
          title="Body, formatted for reading; copied as it was signed"
          text={prettyJson(delivery.request_body)}
          copied={delivery.request_body}
          wraps
        />
      )}
    </>
  );
}

function Content({ deliveryId }: { deliveryId: string }) {
  const delivery = useDelivery(useOpenWebhook().id, deliveryId);
  return (
    <Loaded query={delivery} what="this delivery" bones={[28, 120, 320]}>
      {(detail) => <Details key={detail.id} delivery={detail} />}
    </Loaded>
  );
}

type Props = { id: string; isOpen: boolean; onClose: () => void };

/** One delivery, beside the log: what was sent, when, how it was signed, and the response. */
export default function DeliveryDrawer({ id, ...drawer }: Props) {
  return (
    <SideDrawer title="Delivery" size="48rem" {...drawer}>
      {id === "" ? null : <Content deliveryId={id} />}
    </SideDrawer>
  );
}
