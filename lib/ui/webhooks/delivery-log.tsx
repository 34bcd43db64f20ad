"use client";

import { Button, Skeleton, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconHistory, IconRotateClockwise, IconSend } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { lazy } from "react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useFilters } from "@/lib/ui/kit/filters";
import { LazyDialog } from "@/lib/ui/kit/lazy-dialog";
import { Empty, ListPanel } from "@/lib/ui/kit/list-page";
import page from "@/lib/ui/kit/list-page.module.css";
import { fromField } from "@/lib/ui/kit/moments";
import { RelativeTime } from "@/lib/ui/kit/relative-time";
import { Status } from "@/lib/ui/kit/status";
import { NextRetry } from "@/lib/ui/webhooks/next-retry";
import { type Delivery, useDeliveries } from "@/lib/ui/webhooks/queries";
import { useOpenWebhook } from "@/lib/ui/webhooks/webhook-frame";
import { answerOf, FAILURES, formatMs, percentOf, STATUSES } from "@/lib/ui/webhooks/wording";
import { DELIVERY_ATTEMPTS_MAX, HEALTH_DAYS } from "@/lib/webhooks/limits";
import classes from "./webhooks.module.css";

const LogFilters = dynamic(
  () => import("@/lib/ui/webhooks/log-filters").then((module) => module.LogFilters),
  {
    loading: () => <Skeleton height={36} width="60%" radius="md" />,
  },
);
const DeliveryDrawer = lazy(() =>
  import("@/lib/ui/webhooks/delivery-drawer").then((module) => ({ default: module.DeliveryDrawer })),
);
const RecoverDialog = dynamic(() =>
  import("@/lib/ui/webhooks/recover-dialog").then((module) => module.RecoverDialog),
);

function Figures() {
  const { health, failing_since } = useOpenWebhook();
  const { deliveries, success_rate, pending, last_success_at, last_failure_at } = health;
  return (
    <dl className={classes.figures}>
      <div>
        <dt>Delivered in {HEALTH_DAYS} days</dt>
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
        <dt>{failing_since === null ? "Pending" : "Every attempt failed since"}</dt>
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
  // Of the others the answer itself tells.
  const why =
    failure_reason === "webhook_disabled" || failure_reason === "expired"
      ? ` · ${FAILURES[failure_reason]}`
      : "";
  return answer + took + tries + why;
}

function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const { label, tone } = STATUSES[delivery.status];
  return (
    <li className={classes.delivery}>
      <Status tone={tone} label={label} />
      <div className={classes.words}>
        <UnstyledButton className={classes.opener ?? ""} onClick={onOpen}>
          {delivery.event_type}
        </UnstyledButton>
        <p className={classes.came}>
          <Outcome delivery={delivery} />
        </p>
      </div>
      <span className={classes.when}>
        <RelativeTime at={delivery.created_at} />
      </span>
    </li>
  );
}

const NAMES = ["status", "event_type", "since"] as const;

/** What went to the open webhook, what came of it, and the ways to send it again. */
export function DeliveryLog() {
  const { id, can } = useWorkspace();
  const webhook = useOpenWebhook();
  const filters = useFilters();
  const [status, event_type, since] = NAMES.map(filters.get) as [string, string, string];
  // What is no time in the address filters nothing.
  const query = { status, event_type, since: fromField(since) };
  const deliveries = useDeliveries(id, webhook.id, query);
  const openId = filters.get("delivery");
  const [isRecovering, recovering] = useDisclosure();
  const isNarrowed = Object.values(query).some((value) => value !== "");
  const clear = () => filters.set({ status: "", event_type: "", since: "" });
  return (
    <>
      <Figures />
      <search className={page.filters} aria-label="Filter the deliveries">
        <LogFilters />
        {isNarrowed ? (
          <Button variant="subtle" size="sm" px="xs" onClick={clear}>
            Clear
          </Button>
        ) : null}
        {can("can_manage_webhooks") ? (
          <Button
            variant="default"
            size="sm"
            ms="auto"
            leftSection={<IconRotateClockwise size={15} stroke={1.75} />}
            disabled={!webhook.is_active}
            title={webhook.is_active ? "Send again what failed or was missed" : "Switch the webhook on first"}
            onClick={recovering.open}
          >
            Recover…
          </Button>
        ) : null}
      </search>
      <ListPanel
        list={deliveries}
        what="deliveries"
        label="Deliveries, newest first"
        renderRow={(delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            onOpen={() => filters.set({ delivery: delivery.id })}
          />
        )}
        empty={
          isNarrowed ? (
            <Empty
              Icon={IconHistory}
              title="No delivery like that"
              action={
                <Button variant="default" size="sm" onClick={clear}>
                  Clear the filters
                </Button>
              }
            >
              Nothing that was sent fits these filters.
            </Empty>
          ) : (
            <Empty Icon={IconSend} title="Nothing was sent yet">
              Deliveries stand here as soon as something happens that the webhook hears of. A test event shows
              one at once. Each is tried up to {DELIVERY_ATTEMPTS_MAX} times.
            </Empty>
          )
        }
      />
      <LazyDialog isOpen={openId !== ""}>
        {(isOpen) => (
          <DeliveryDrawer deliveryId={isOpen ? openId : ""} onClose={() => filters.set({ delivery: "" })} />
        )}
      </LazyDialog>
      {isRecovering ? (
        <RecoverDialog webhookId={webhook.id} since={query.since} onClose={recovering.close} />
      ) : null}
    </>
  );
}
