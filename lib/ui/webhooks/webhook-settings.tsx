"use client";

import { notifications } from "@mantine/notifications";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { partsOf } from "@/lib/ui/api/rebased";
import { Card } from "@/lib/ui/kit/cards/card";
import OutdatedNotice from "@/lib/ui/kit/editor/outdated-notice";
import { useEdited } from "@/lib/ui/kit/editor/use-edited";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import { RowSkeletons } from "@/lib/ui/kit/lists/list-states";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { ReadOnlyNote } from "@/lib/ui/kit/states/no-permission";
import { useUpdateWebhook } from "@/lib/ui/webhooks/queries";
import { useOpenWebhook } from "@/lib/ui/webhooks/webhook-frame";

const WebhookForm = lazyPart(
  () => import("@/lib/ui/webhooks/webhook-form"),
  <RowSkeletons count={4} what="the editor" />,
);
const WebhookEnd = lazyPart(() => import("@/lib/ui/webhooks/webhook-end"));

/** The open webhook's settings, editable for those who manage webhooks. */
export function WebhookSettings() {
  const { can } = useWorkspace();
  const webhook = useOpenWebhook();
  const update = useUpdateWebhook(webhook.id);
  const edited = useEdited(webhook, ({ name, url, events, header_names }) => [
    name,
    url,
    events,
    header_names,
  ]);
  if (!can("can_manage_webhooks")) {
    return <ReadOnlyNote permission="can_manage_webhooks">Changing a webhook</ReadOnlyNote>;
  }
  return (
    <div className={page.stack} style={{ maxWidth: "56rem" }}>
      {edited.isOutdated ? <OutdatedNotice onTake={() => edited.take(webhook)} /> : null}
      <Card id="webhook" title="What it receives">
        <WebhookForm
          key={edited.version}
          webhook={edited.item}
          submitLabel="Save"
          onSubmit={async (_values, changed) => {
            const { dropped_header_names: dropped, ...saved } = await update.mutateAsync({
              ...changed,
              expected: partsOf(webhook, changed),
            });
            edited.keep(saved);
            const removed = dropped.length > 0 ? ` Removed headers: ${dropped.join(", ")}.` : "";
            const message = `Saved. It applies from the next attempt on.${removed}`;
            notifications.show({ color: "pine", message });
            return saved;
          }}
        />
      </Card>
      <WebhookEnd />
    </div>
  );
}
