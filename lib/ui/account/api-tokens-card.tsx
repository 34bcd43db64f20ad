import { Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { API_TOKEN_NAME_CHARS_MAX } from "@/lib/tokens/limits";
import { type ApiToken, useApiTokens, useDeleteApiToken, useUpdateApiToken } from "@/lib/ui/account/queries";
import { TokenScope } from "@/lib/ui/account/token-scope";
import { failureNotice, sentenceOf } from "@/lib/ui/api/failure";
import { IconKey, IconPencil, IconPlayerPause, IconPlayerPlay, IconPlus } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { Dialog } from "@/lib/ui/kit/dialogs/dialog";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { NameForm } from "@/lib/ui/kit/fields/name-form";
import { Refusal } from "@/lib/ui/kit/fields/refusal";
import { Rows } from "@/lib/ui/kit/lists/rows";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { Since } from "@/lib/ui/kit/time/relative-time";
import classes from "./account.module.css";

const NewTokenDialog = lazyDialog(() => import("@/lib/ui/account/new-token-dialog"));

function TokenRow({ token, parent }: { token: ApiToken; parent: ApiToken | undefined }) {
  const [isAsking, { open, close }] = useDisclosure();
  const remove = useDeleteApiToken();
  const update = useUpdateApiToken();
  const [isRenaming, renaming] = useDisclosure();
  const toggle = () =>
    update.mutate(
      { id: token.id, is_active: !token.is_active },
      failureNotice(`${token.name} stays switched ${token.is_active ? "on" : "off"}`),
    );
  const isExpired = token.expires_at !== null && Date.parse(token.expires_at) <= Date.now();
  return (
    <li className={`${rows.row} ${classes.wrapped}`}>
      <span className={rows.tile}>
        <IconKey size={16} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={rows.main}>
        <p className={`${rows.name} ${classes.name}`}>{token.name}</p>
        <p className={`${rows.detail} ${rows.wrapping}`}>
          <code>{token.token_prefix}…</code>
          {" · "}
          <Since verb="used" at={token.last_used_at} never="never used" />
          {" · "}
          <Since verb={isExpired ? "expired" : "expires"} at={token.expires_at} never="never expires" />
          {token.is_active ? "" : " · switched off"}
        </p>
        <div className={`${rows.detail} ${rows.wrapping}`}>
          <TokenScope token={token} />
          {token.parent_id === null ? "" : ` · made with ${parent ? `“${parent.name}”` : "another token"}`}
        </div>
      </div>
      <Group gap="xs" className={classes.actions ?? ""}>
        <Button variant="default" size="xs" aria-label={`Revoke ${token.name}`} onClick={open}>
          Revoke
        </Button>
        <DotsMenu
          label={`Actions for ${token.name}`}
          width={200}
          entries={[
            { name: "Rename", Icon: IconPencil, onClick: renaming.open },
            token.is_active
              ? { name: "Switch off for now", Icon: IconPlayerPause, onClick: toggle }
              : { name: "Switch on again", Icon: IconPlayerPlay, onClick: toggle },
          ]}
        />
      </Group>
      <Dialog isOpen={isRenaming} onClose={renaming.close} title={`Rename “${token.name}”`}>
        <NameForm
          label="Name"
          placeholder="CI pipeline"
          submitLabel="Rename"
          charsMax={API_TOKEN_NAME_CHARS_MAX}
          initialName={token.name}
          hasAutoFocus
          onCancel={renaming.close}
          onSubmit={async (name) => {
            await update.mutateAsync({ id: token.id, name });
            renaming.close();
          }}
        />
      </Dialog>
      <Dialog isOpen={isAsking} onClose={close} title={`Revoke “${token.name}”?`}>
        <Stack>
          <Text size="sm">
            Anything that uses it stops working at once, and so do tokens created with it. This can't be
            undone.
          </Text>
          {remove.error ? <Refusal>{sentenceOf(remove.error)}</Refusal> : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close} data-autofocus>
              Keep it
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(token.id)}>
              Revoke token
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </li>
  );
}

/** The reader's API tokens: list, create (the token is shown once), revoke. */
export function ApiTokensCard() {
  const tokens = useApiTokens();
  const [isCreating, { open, close }] = useDisclosure();
  return (
    <Card
      id="tokens"
      title="API tokens"
      note="They act in your name until they expire or you revoke them"
      action={
        <Button variant="default" size="xs" leftSection={<IconPlus size={14} stroke={2} />} onClick={open}>
          New token
        </Button>
      }
    >
      <Rows
        list={tokens}
        what="API tokens"
        named="your API tokens"
        empty="No tokens yet. Create one to call the API from a script or a desktop client."
        renderRow={(token) => (
          <TokenRow
            key={token.id}
            token={token}
            parent={tokens.items?.find(({ id }) => id === token.parent_id)}
          />
        )}
      />
      <NewTokenDialog isOpen={isCreating} onClose={close} />
    </Card>
  );
}
