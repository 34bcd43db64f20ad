import { useRouter } from "next/navigation";
import { useState } from "react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { DangerCard, DangerRow } from "@/lib/ui/kit/cards/danger-card";
import { ConfirmButton } from "@/lib/ui/kit/dialogs/confirm-button";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { useDeleteWebhook, useRotateSecret } from "@/lib/ui/webhooks/queries";
import { useOpenWebhook } from "@/lib/ui/webhooks/webhook-frame";
import { titleOf } from "@/lib/ui/webhooks/wording";

const loadSecretDialog = () => import("@/lib/ui/webhooks/secret-dialog");
const SecretDialog = lazyDialog(loadSecretDialog);

function RotateSecret() {
  const webhook = useOpenWebhook();
  const rotate = useRotateSecret(webhook.id);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <ConfirmButton
        label="Rotate secret"
        look={{ variant: "default" }}
        title="Rotate the secret?"
        confirmLabel="Rotate secret"
        onConfirm={async () => {
          await loadSecretDialog();
          setSecret((await rotate.mutateAsync()).secret);
        }}
      >
        From the next attempt on, also of deliveries that are being retried, only the new secret signs. The
        subscriber refuses what it gets until it knows the new one; what fails meanwhile is retried, and can
        be recovered.
      </ConfirmButton>
      <SecretDialog
        title={`The new secret of ${titleOf(webhook)}`}
        isOpen={secret !== null}
        secret={secret}
        onClose={() => setSecret(null)}
      />
    </>
  );
}

function DeleteWebhook() {
  const { slug } = useWorkspace();
  const router = useRouter();
  const webhook = useOpenWebhook();
  const remove = useDeleteWebhook(webhook.id);
  return (
    <ConfirmButton
      label="Delete webhook"
      title={`Delete ${titleOf(webhook)}?`}
      confirmLabel="Delete webhook"
      typed={titleOf(webhook)}
      onConfirm={() => remove.mutateAsync()}
      onDone={() => router.push(workspacePath(slug, "webhooks"))}
    >
      Its secret, its delivery log and its held events are deleted too, and pending deliveries are cancelled.
      This can't be undone.
    </ConfirmButton>
  );
}

/** Deletes the open webhook or replaces its secret; shown below its settings. */
export default function WebhookEnd() {
  return (
    <DangerCard>
      <DangerRow
        title="Rotate the secret"
        detail="If it leaked, was lost, or is due for rotation. The old one stops signing at once."
        action={<RotateSecret />}
      />
      <DangerRow
        title="Delete this webhook"
        detail="Its secret and log are deleted too. To pause it, switch it off instead."
        action={<DeleteWebhook />}
      />
    </DangerCard>
  );
}
