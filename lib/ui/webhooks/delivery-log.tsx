"use client";

import { Button, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { DAY_MS, HOUR_MS } from "@/lib/platform/limits";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import type { AddressTexts } from "@/lib/ui/api/query";
import { IconHistory, IconRotateClockwise, IconSend } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { customFilter, sinceFilter } from "@/lib/ui/kit/filters/list-filters";
import { ListAhead, ListScreen } from "@/lib/ui/kit/lists/list-screen";
import { LogRow } from "@/lib/ui/kit/lists/log-row";
import { lazyOverlay, lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { Status } from "@/lib/ui/kit/status/status";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { NextRetry } from "@/lib/ui/webhooks/next-retry";
import { type Delivery, useDeliveries } from "@/lib/ui/webhooks/queries";
import { useOpenWebhook, useOpenWebhookId } from "@/lib/ui/webhooks/webhook-frame";
import { answerOf, FAILURES, formatMs, percentOf, STATUSES } from "@/lib/ui/webhooks/wording";
import { DELIVERY_ATTEMPTS_MAX, HEALTH_DAYS } from "@/lib/webhooks/limits";
import classes from "./webhooks.module.css";

const LogFilters = lazyPart(
  () => import("@/lib/ui/webhooks/log-filters"),
  <Skeleton height={36} width="60%" radius="md" />,
);
const DeliveryDrawer = lazyDialog(() => import("@/lib/ui/webhooks/delivery-drawer"));
const RecoverDialog = lazyOverlay(() => import("@/lib/ui/webhooks/recover-dialog"));

function Figures() {
  const { health, failing_since } = useOpenWebhook();
  const { deliveries, success_rate, pending, last_success_at, last_failure_at } = health;
  return (
    <dl className={classes.figures}>
      <div>
        <dt>Delivered, last {HEALTH_DAYS} days</dt>
        <dd>
          {success_rate === null ? "–" : percentOf(success_rate)}{" "}
          <small>{deliveries === 0 ? "" : `of ${deliveries}`}</small>
        </dd>
      </div>
      <div>
        <dt>Last success</dt>
        <dd>{last_success_at === null ? "None yet" : <RelativeTime at={last_success_at} />}</dd>
      </div>
      <div>
        <dt>Last given up</dt>
        <dd>{last_failure_at === null ? "None" : <RelativeTime at={last_failure_at} />}</dd>
      </div>
      <div>
        <dt>{failing_since === null ? "Pending" : "Began to fail"}</dt>
        <dd>
          {failing_since === null ? (
            pending
          ) : (
            <>
              <RelativeTime at={failing_since} /> <small>{pending === 0 ? "" : `· ${pending} pending`}</small>
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}

function Outcome({ delivery }: { delivery: Delivery }) {
  const { status, attempt_number, failure_reason, next_retry_at, duration_ms } = delivery;
  if (attempt_number === 0)
    return failure_reason === null ? "Waits for its first attempt" : FAILURES[failure_reason];
  const answer = answerOf(delivery);
  if (status === "pending") {
    return (
      <>
        Attempt {attempt_number}: {answer}
        {next_retry_at === null ? (
          " · waits for its turn"
        ) : (
          <>
            {" · next "}
            <NextRetry at={next_retry_at} />
          </>
        )}
      </>
    );
  }
  const tries = attempt_number === 1 ? "" : ` · ${attempt_number} attempts`;
  const took = duration_ms === null ? "" : ` · ${formatMs(duration_ms)}`;
  // For the others, the response itself is explanation enough.
  const why =
    failure_reason === "webhook_disabled" || failure_reason === "expired"
      ? ` · ${FAILURES[failure_reason]}`
      : "";
  return answer + took + tries + why;
}

function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const { label, tone } = STATUSES[delivery.status];
  return (
    <LogRow
      status={<Status tone={tone} label={label} />}
      title={delivery.event_type}
      isCode
      detail={<Outcome delivery={delivery} />}
      when={<RelativeTime at={delivery.created_at} />}
      onOpen={onOpen}
    />
  );
}

const FILTERS = [
  customFilter("status", { field: () => <LogFilters /> }),
  customFilter("event_type"),
  sinceFilter(),
];

type Query = AddressTexts<"status" | "event_type" | "since">;

function useOpenDeliveries(query: Query) {
  return useDeliveries(useOpenWebhookId(), query);
}

/** A day ago, or an hour before the first failure if that is longer ago: what failed had happened shortly before. */
function missedSince(failingSince: string | null): string {
  const aDayAgo = Date.now() - DAY_MS;
  const first = failingSince === null ? aDayAgo : Date.parse(failingSince) - HOUR_MS;
  return new Date(Math.min(first, aDayAgo)).toISOString();
}

function Recover({ since }: { since: string }) {
  const { can } = useWorkspace();
  const { id, is_active, failing_since } = useOpenWebhook();
  const [isRecovering, { open, close }] = useDisclosure();
  if (!can("can_manage_webhooks")) return null;
  return (
    <>
      <Button
        variant="default"
        size="sm"
        ms="auto"
        leftSection={<IconRotateClockwise size={15} stroke={1.75} />}
        disabled={!is_active}
        title={is_active ? "Send again what failed or was missed" : "Switch the webhook on first"}
        onClick={open}
      >
        Recover…
      </Button>
      {isRecovering ? (
        <RecoverDialog webhookId={id} since={since || missedSince(failing_since)} onClose={close} />
      ) : null}
    </>
  );
}

/** The open webhook's deliveries and their results, with ways to resend them. */
export function DeliveryLog() {
  return (
    <ListScreen
      what="deliveries"
      label="Deliveries, newest first"
      Icon={IconHistory}
      filters={FILTERS}
      tools={({ since }) => <Recover since={since} />}
      useItems={useOpenDeliveries}
      row={(delivery, open) => (
        <DeliveryRow key={delivery.id} delivery={delivery} onOpen={() => open(delivery.id)} />
      )}
      empty={{
        Icon: IconSend,
        title: "Nothing was sent yet",
        text: `Deliveries appear here once an event happens that the webhook subscribes to. Send a test event to see one at once. Each is tried up to ${DELIVERY_ATTEMPTS_MAX} times.`,
      }}
      noMatch={{ title: "No matching deliveries", text: "No deliveries match these filters." }}
      detail={{ name: "delivery", drawer: (drawer) => <DeliveryDrawer {...drawer} /> }}
    >
      <Figures />
    </ListScreen>
  );
}

/** Prefetches them. */
export function DeliveriesAhead() {
  return <ListAhead filters={FILTERS} useItems={useOpenDeliveries} />;
}
