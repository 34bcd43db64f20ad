"use client";

import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconWebhook } from "@/lib/ui/icons";
import { HealthRow } from "@/lib/ui/kit/lists/health-row";
import { ListScreen } from "@/lib/ui/kit/lists/list-screen";
import { Status } from "@/lib/ui/kit/status/status";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { countOf, numberText } from "@/lib/ui/kit/words/counts";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { ActiveSwitch } from "@/lib/ui/webhooks/active-switch";
import { useWebhooks, type Webhook } from "@/lib/ui/webhooks/queries";
import { DISABLED, eventsOf, healthOf, heldTypesOf, titleOf } from "@/lib/ui/webhooks/wording";
import { HELD_LISTED_MAX } from "@/lib/webhooks/limits";
import classes from "./webhooks.module.css";

function LastOutcome({ health }: Pick<Webhook, "health">) {
  const { last_failure_at, last_success_at } = health;
  if (last_failure_at !== null) {
    return (
      <>
        last failure <RelativeTime at={last_failure_at} />
      </>
    );
  }
  if (last_success_at === null) return null;
  return (
    <>
      last one <RelativeTime at={last_success_at} />
    </>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { slug } = useWorkspace();
  const { label, tone } = healthOf(webhook);
  const { disabled_reason, health } = webhook;
  const hidden = heldTypesOf(webhook);
  const held = webhook.held_events.count;
  const isQuiet = health.last_failure_at === null && health.last_success_at === null;
  return (
    <HealthRow
      href={workspacePath(slug, `webhooks/${webhook.id}`)}
      name={titleOf(webhook)}
      detail={
        <>
          {eventsOf(webhook.events)}
          {webhook.name === "" ? "" : ` · ${webhook.url}`}
        </>
      }
      health={<Status tone={tone} label={label} />}
      since={isQuiet ? null : <LastOutcome health={health} />}
      control={<ActiveSwitch webhook={webhook} />}
      troubles={[
        disabled_reason === null ? null : DISABLED[disabled_reason],
        hidden === "" ? null : `Its owner may no longer see these, so they are not sent: ${hidden}`,
      ]}
    >
      {held === 0 ? null : (
        <p className={classes.heldNote}>
          {held >= HELD_LISTED_MAX ? `${numberText(HELD_LISTED_MAX)} events or more` : countOf(held, "event")}{" "}
          {held === 1 ? "waits" : "wait"} to be sent or discarded
        </p>
      )}
    </HealthRow>
  );
}

/** The webhooks of the workspace and their health. */
export function WebhookList() {
  const { slug } = useWorkspace();
  return (
    <ListScreen
      permission="can_view_webhooks"
      title="Webhooks"
      description="Send what happens here to your own URLs: signed, retried, and logged so that you can resend it."
      what="webhooks"
      label="Webhooks"
      Icon={IconWebhook}
      create={{
        permission: "can_manage_webhooks",
        label: "New webhook",
        href: workspacePath(slug, "webhooks/new"),
      }}
      useItems={useWebhooks}
      row={(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
      empty={{
        title: "No webhooks yet",
        text: "Add a URL and the events that it should receive. Then send it a test and see what it answers.",
        lacking: "Someone with can_manage_webhooks can add the first one.",
      }}
    />
  );
}
