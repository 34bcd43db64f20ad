"use client";

import { IconWebhook } from "@tabler/icons-react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { Link } from "@/lib/ui/kit/link";
import page from "@/lib/ui/kit/list-page.module.css";
import { ListScreen } from "@/lib/ui/kit/list-screen";
import { RelativeTime } from "@/lib/ui/kit/relative-time";
import rows from "@/lib/ui/kit/rows.module.css";
import { Status } from "@/lib/ui/kit/status";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { ActiveSwitch } from "@/lib/ui/webhooks/active-switch";
import { useWebhooks, type Webhook } from "@/lib/ui/webhooks/queries";
import { DISABLED, events, eventsOf, healthOf, heldTypesOf, titleOf } from "@/lib/ui/webhooks/wording";
import { HELD_LISTED_MAX } from "@/lib/webhooks/limits";
import classes from "./webhooks.module.css";

function LastOutcome({ health }: Pick<Webhook, "health">) {
  const { last_failure_at, last_success_at } = health;
  if (last_failure_at !== null) {
    return (
      <p className={classes.under}>
        last failure <RelativeTime at={last_failure_at} />
      </p>
    );
  }
  if (last_success_at === null) return null;
  return (
    <p className={classes.under}>
      last one <RelativeTime at={last_success_at} />
    </p>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { slug } = useWorkspace();
  const { label, tone } = healthOf(webhook);
  const title = titleOf(webhook);
  const held = webhook.held_events.count;
  return (
    <li className={classes.row}>
      <div className={classes.line}>
        <div className={rows.main}>
          <p className={rows.name}>
            <Link href={workspacePath(slug, `webhooks/${webhook.id}`)} className={page.link}>
              {title}
            </Link>
          </p>
          <p className={rows.detail}>
            {eventsOf(webhook.events)}
            {webhook.name === "" ? "" : ` · ${webhook.url}`}
          </p>
        </div>
        <div>
          <Status tone={tone} label={label} />
          <LastOutcome health={webhook.health} />
        </div>
        <ActiveSwitch webhook={webhook} />
      </div>
      {webhook.disabled_reason === null ? null : (
        <p className={classes.trouble}>{DISABLED[webhook.disabled_reason]}</p>
      )}
      {heldTypesOf(webhook) === "" ? null : (
        <p className={classes.trouble}>
          Its owner may no longer see these, so they are not sent: {heldTypesOf(webhook)}
        </p>
      )}
      {held === 0 ? null : (
        <p className={classes.heldNote}>
          {held >= HELD_LISTED_MAX ? `${HELD_LISTED_MAX.toLocaleString("en")} events or more` : events(held)}{" "}
          {held === 1 ? "waits" : "wait"} to be sent or discarded
        </p>
      )}
    </li>
  );
}

/** The webhooks of the workspace, with how well they do. */
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
