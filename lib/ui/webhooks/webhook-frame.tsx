"use client";

import { Alert, Button, Group, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { failureNotice, notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconPlugConnectedX, IconSend } from "@/lib/ui/icons";
import { CopyIcon } from "@/lib/ui/kit/copy/copy-icon";
import { firstClick } from "@/lib/ui/kit/fields/first-click";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { PageTabs } from "@/lib/ui/kit/pages/page-tabs";
import { type Ahead, ResourceFrame, resourceOf, useOpen, useOpenId } from "@/lib/ui/kit/pages/resource-frame";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { ActiveSwitch } from "@/lib/ui/webhooks/active-switch";
import { HeldCard } from "@/lib/ui/webhooks/held-card";
import { useTestWebhook, useUpdateWebhook, useWebhook, type Webhook } from "@/lib/ui/webhooks/queries";
import { WithheldNotice } from "@/lib/ui/webhooks/withheld-notice";
import { DISABLED, titleOf } from "@/lib/ui/webhooks/wording";
import classes from "./webhooks.module.css";

const WEBHOOK = resourceOf<Webhook>("webhook");

/** The webhook in the address. @throws outside of its pages */
export const useOpenWebhook = () => useOpen(WEBHOOK);

/** Its id, available before the webhook is loaded. @throws outside of its pages */
export const useOpenWebhookId = () => useOpenId(WEBHOOK);

/** Says that the service switched a webhook off, why, and what to do. */
function DisabledNotice({ webhook }: { webhook: Webhook }) {
  const { can } = useWorkspace();
  const update = useUpdateWebhook(webhook.id);
  if (webhook.is_active || webhook.disabled_reason === null) return null;
  return (
    <Alert
      color="red"
      mb="md"
      icon={<IconPlugConnectedX size={18} />}
      title={
        <>
          Switched off by the service{" "}
          {webhook.disabled_at === null ? null : <RelativeTime at={webhook.disabled_at} />}
        </>
      }
    >
      {DISABLED[webhook.disabled_reason]}
      {can("can_manage_webhooks") ? (
        <Group mt="sm">
          <Button
            size="xs"
            variant="default"
            loading={update.isPending}
            onClick={() =>
              update.mutate({ is_active: true }, failureNotice(`${titleOf(webhook)} stays switched off`))
            }
          >
            Switch on again
          </Button>
        </Group>
      ) : null}
    </Alert>
  );
}

function TestButton({ webhook }: { webhook: Webhook }) {
  const { slug, can } = useWorkspace();
  const router = useRouter();
  const test = useTestWebhook(webhook.id);
  if (!can("can_manage_webhooks")) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconSend size={16} stroke={1.75} />}
      loading={test.isPending}
      disabled={!webhook.is_active}
      title={webhook.is_active ? "Sends a webhook.test event" : "Switch the webhook on first"}
      onClick={firstClick(() =>
        test.mutate(undefined, {
          onSuccess: (delivery) =>
            router.push(workspacePath(slug, `webhooks/${webhook.id}?delivery=${delivery.id}`)),
          onError: (error) => notifyFailure("No test was sent", error),
        }),
      )}
    >
      Send test event
    </Button>
  );
}

function Head({ webhook }: { webhook: Webhook }) {
  const { slug } = useWorkspace();
  const base = workspacePath(slug, `webhooks/${webhook.id}`);
  const tabs = [
    { href: base, label: "Deliveries" },
    { href: `${base}/settings`, label: "Settings" },
    { href: `${base}/verify`, label: "Verify signatures" },
  ];
  return (
    <>
      <PageHeader
        title={
          // Without a name it is an address, which stands whole in the settings.
          <Text span inherit lineClamp={2}>
            {titleOf(webhook)}
          </Text>
        }
        description={
          <span className={classes.destination}>
            <code className={classes.url}>{webhook.url}</code>
            <CopyIcon value={webhook.url} label="Copy the URL" />
          </span>
        }
        actions={
          <>
            <ActiveSwitch webhook={webhook} isWorded />
            <TestButton webhook={webhook} />
          </>
        }
      />
      <PageTabs label="Webhook" tabs={tabs} />
      <DisabledNotice webhook={webhook} />
      <WithheldNotice webhook={webhook} />
      <HeldCard webhook={webhook} />
    </>
  );
}

type FrameProps = { webhookId: string; ahead?: Ahead; children: ReactNode };

/** What the pages of one webhook have in common: its name, its health, and its tabs. */
export function WebhookFrame({ webhookId, ahead, children }: FrameProps) {
  const { slug } = useWorkspace();
  return (
    <ResourceFrame
      of={WEBHOOK}
      id={webhookId}
      ahead={ahead}
      permission="can_view_webhooks"
      up={{ href: workspacePath(slug, "webhooks"), label: "Webhooks" }}
      useQuery={useWebhook}
      nameOf={titleOf}
      head={(webhook) => <Head webhook={webhook} />}
    >
      {children}
    </ResourceFrame>
  );
}
