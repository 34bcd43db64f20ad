"use client";

import { Alert, Button, Group, Skeleton } from "@mantine/core";
import { IconPlugConnectedX, IconSend } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { CopyIcon } from "@/lib/ui/kit/copy-icon";
import { ErrorNotice } from "@/lib/ui/kit/error-notice";
import { UpLink } from "@/lib/ui/kit/list-page";
import { NoPermission } from "@/lib/ui/kit/no-permission";
import { PageHeader } from "@/lib/ui/kit/page-header";
import { PageTabs } from "@/lib/ui/kit/page-tabs";
import { RelativeTime } from "@/lib/ui/kit/relative-time";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { ActiveSwitch } from "@/lib/ui/webhooks/active-switch";
import { HeldCard } from "@/lib/ui/webhooks/held-card";
import { useTestWebhook, useUpdateWebhook, useWebhook, type Webhook } from "@/lib/ui/webhooks/queries";
import { WithheldNotice } from "@/lib/ui/webhooks/withheld-notice";
import { DISABLED, titleOf } from "@/lib/ui/webhooks/wording";
import classes from "./webhooks.module.css";

const WebhookContext = createContext<Webhook | null>(null);

/** The webhook in the address. @throws outside of its pages */
export function useOpenWebhook(): Webhook {
  const webhook = useContext(WebhookContext);
  if (webhook === null) throw new Error("useOpenWebhook() is for the pages of a webhook");
  return webhook;
}

/** Says that the service itself switched a webhook off, why, and what to do. */
function DisabledNotice({ webhook }: { webhook: Webhook }) {
  const { id, can } = useWorkspace();
  const update = useUpdateWebhook(id, webhook.id);
  if (webhook.is_active || webhook.disabled_reason === null) return null;
  return (
    <Alert
      color="red"
      variant="light"
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
              update.mutate(
                { is_active: true },
                { onError: (error) => notifyFailure(`${titleOf(webhook)} stays switched off`, error) },
              )
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
  const { id, slug, can } = useWorkspace();
  const router = useRouter();
  const test = useTestWebhook(id, webhook.id);
  if (!can("can_manage_webhooks")) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconSend size={16} stroke={1.75} />}
      loading={test.isPending}
      disabled={!webhook.is_active}
      title={webhook.is_active ? "Sends a webhook.test event" : "Switch the webhook on first"}
      onClick={() =>
        test.mutate(undefined, {
          onSuccess: (delivery) =>
            router.push(workspacePath(slug, `webhooks/${webhook.id}?delivery=${delivery.id}`)),
          onError: (error) => notifyFailure("No test was sent", error),
        })
      }
    >
      Send test event
    </Button>
  );
}

function Frame({ webhookId, children }: { webhookId: string; children: ReactNode }) {
  const { id, slug } = useWorkspace();
  const webhook = useWebhook(id, webhookId);
  if (webhook.error && !webhook.data)
    return (
      <ErrorNotice error={webhook.error} isPage what="this webhook" onRetry={() => void webhook.refetch()} />
    );
  if (!webhook.data) {
    return (
      <div role="status" aria-label="Loading the webhook">
        <Skeleton height={26} width={220} radius="sm" mb="lg" />
        <Skeleton height={70} radius="lg" mb="md" />
        <Skeleton height={320} radius="lg" />
      </div>
    );
  }
  const { data } = webhook;
  const base = workspacePath(slug, `webhooks/${webhookId}`);
  const tabs = [
    { href: base, label: "Deliveries" },
    { href: `${base}/settings`, label: "Settings" },
    { href: `${base}/verify`, label: "Verify signatures" },
  ];
  return (
    <WebhookContext value={data}>
      <PageHeader
        title={titleOf(data)}
        description={
          <span className={classes.destination}>
            <code className={classes.url}>{data.url}</code>
            <CopyIcon value={data.url} label="Copy the URL" />
          </span>
        }
        actions={
          <>
            <ActiveSwitch webhook={data} />
            <TestButton webhook={data} />
          </>
        }
      />
      <PageTabs label="Webhook" tabs={tabs} />
      <DisabledNotice webhook={data} />
      <WithheldNotice webhook={data} />
      <HeldCard webhook={data} />
      {children}
    </WebhookContext>
  );
}

/** What the pages of one webhook have in common: what it is called, how it is, and the way between them. */
export function WebhookFrame({ webhookId, children }: { webhookId: string; children: ReactNode }) {
  const { slug, can } = useWorkspace();
  if (!can("can_view_webhooks")) return <NoPermission permission="can_view_webhooks" />;
  return (
    <>
      <UpLink href={workspacePath(slug, "webhooks")}>Webhooks</UpLink>
      <Frame key={webhookId} webhookId={webhookId}>
        {children}
      </Frame>
    </>
  );
}
