"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { RowSkeletons } from "@/lib/ui/kit/lists/list-states";
import { NewPage } from "@/lib/ui/kit/pages/new-page";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { useCreateWebhook } from "@/lib/ui/webhooks/queries";

const WebhookForm = lazyPart(
  () => import("@/lib/ui/webhooks/webhook-form"),
  <RowSkeletons count={4} what="the editor" />,
);
const loadSecretDialog = () => import("@/lib/ui/webhooks/secret-dialog");
const SecretDialog = lazyDialog(loadSecretDialog);

function Editor() {
  const { slug } = useWorkspace();
  const router = useRouter();
  const create = useCreateWebhook();
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null);
  return (
    <>
      <WebhookForm
        isMade={made !== null}
        submitLabel="Create webhook"
        onSubmit={async (values) => {
          await loadSecretDialog();
          setMade(await create.mutateAsync(values));
          return null;
        }}
        onCancel={() => router.push(workspacePath(slug, "webhooks"))}
      />
      <SecretDialog
        title="The secret of your new webhook"
        isOpen={made !== null}
        secret={made?.secret ?? null}
        onClose={() => router.push(workspacePath(slug, `webhooks/${made?.id ?? ""}`))}
      />
    </>
  );
}

/** Creates a webhook, and shows its secret once. */
export function NewWebhook() {
  const { slug } = useWorkspace();
  return (
    <NewPage
      permissions={["can_view_webhooks", "can_manage_webhooks"]}
      up={{ href: workspacePath(slug, "webhooks"), label: "Webhooks" }}
      title="New webhook"
      description="It receives events from the moment it is created."
    >
      <Editor />
    </NewPage>
  );
}
