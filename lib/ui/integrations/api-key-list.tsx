"use client";

import { IconKey } from "@/lib/ui/icons";
import { useDeleteWorkspaceKey, useWorkspaceKeys, type WorkspaceKey } from "@/lib/ui/integrations/queries";
import { Snippets } from "@/lib/ui/integrations/snippets";
import { Card } from "@/lib/ui/kit/cards/card";
import { ConfirmButton } from "@/lib/ui/kit/dialogs/confirm-button";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { ListScreen } from "@/lib/ui/kit/lists/list-screen";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { RelativeTime, Since } from "@/lib/ui/kit/time/relative-time";
import classes from "./api-key-list.module.css";

const NewApiKeyDialog = lazyDialog(() => import("@/lib/ui/integrations/new-api-key"));

const PLACEHOLDER = "wsk_YOUR_KEY";

function KeyRow({ apiKey }: { apiKey: WorkspaceKey }) {
  const remove = useDeleteWorkspaceKey();
  const { name, key_prefix, last_used_at, created_at } = apiKey;
  return (
    <li className={rows.row}>
      <span className={rows.tile}>
        <IconKey size={16} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={rows.main}>
        <p className={`${rows.name} ${classes.name}`}>{name}</p>
        <p className={`${rows.detail} ${rows.wrapping}`}>
          <code>{key_prefix}…</code>
          {" · "}
          <Since verb="used" at={last_used_at} never="never used" />
          {" · created "}
          <RelativeTime at={created_at} />
        </p>
      </div>
      <ConfirmButton
        label="Revoke"
        look={{ variant: "default", size: "xs", "aria-label": `Revoke ${name}` }}
        title={`Revoke “${name}”?`}
        confirmLabel="Revoke key"
        typed={name}
        onConfirm={() => remove.mutateAsync(apiKey.id)}
      >
        Events sent with it are refused from then on, and lost. This can't be undone. Events already received
        stay.
      </ConfirmButton>
    </li>
  );
}

/** The API keys that programs send product events with, and how to use them. */
export function ApiKeyList() {
  const hasKeys = Boolean(useWorkspaceKeys().items?.length);
  return (
    <>
      <ListScreen
        description="A key can only add product events to this workspace, so it is safe in a public page."
        what="API keys"
        label="API keys"
        Icon={IconKey}
        create={{
          permission: "can_manage_integrations",
          label: "New API key",
          dialog: (dialog) => <NewApiKeyDialog {...dialog} />,
        }}
        useItems={useWorkspaceKeys}
        row={(key) => <KeyRow key={key.id} apiKey={key} />}
        empty={{
          title: "No API keys yet",
          text: "Create one for each of your products, so that you can revoke each separately.",
        }}
      />
      {hasKeys ? (
        <div className={classes.usage}>
          <Card id="usage" title="Send events">
            <Snippets apiKey={PLACEHOLDER} />
          </Card>
        </div>
      ) : null}
    </>
  );
}
