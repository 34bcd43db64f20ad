import { Anchor, Badge, Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconLink, IconPlus } from "@/lib/ui/icons";
import { ShownOnce } from "@/lib/ui/kit/copy/shown-once";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";
import { Empty } from "@/lib/ui/kit/lists/list-page";
import { Rows } from "@/lib/ui/kit/lists/rows";
import { Since } from "@/lib/ui/kit/time/relative-time";
import {
  type NewShareLink,
  type ShareLink,
  type Table,
  useRevokeShareLink,
  useShareLinks,
} from "@/lib/ui/tables/queries";
import { EditLinkForm, NewLinkForm, type Shown } from "@/lib/ui/tables/share-link-form";
import classes from "./tables.module.css";

type LinkRowProps = { link: ShareLink; onPreview: () => void; onEdit: () => void; onRevoke: () => void };

function LinkRow({ link, onPreview, onEdit, onRevoke }: LinkRowProps) {
  const { can } = useWorkspace();
  const { name, permission, granted_permission, status, owner } = link;
  const { has_password, expires_at, hidden_columns, row_filter, last_used_at } = link;
  const isActive = status === "active";
  const lost =
    status === "suspended"
      ? "may not see tables any more, so visitors find nothing"
      : isActive && granted_permission !== permission
        ? "may not edit rows any more, so visitors can only look"
        : null;
  const mayChange = permission === "view" || can("can_edit_rows");
  const details = [
    has_password ? "password" : "no password",
    ...(hidden_columns.length > 0 ? [`${hidden_columns.length} hidden`] : []),
    ...(row_filter ? ["some rows only"] : []),
  ];
  return (
    <li className={classes.link} data-spent={!isActive || undefined}>
      <div>
        <Group gap="xs">
          <strong>
            <bdi>{name === "" ? "A link without a name" : name}</bdi>
          </strong>
          <Badge variant="light" color={isActive ? "pine" : "gray"} tt="none">
            {isActive ? (granted_permission === "edit" ? "Can edit" : "Can view") : status}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {details.join(" · ")} ·{" "}
          <Since verb={status === "expired" ? "expired" : "expires"} at={expires_at} never="never expires" />{" "}
          · <Since verb="used" at={last_used_at} never="never used" />
          {link.created_by_name === null ? "" : ` · by ${link.created_by_name}`}
        </Text>
        {lost === null ? null : (
          <Text size="sm" c="var(--mantine-color-error)">
            It is shared on behalf of {owner?.name ?? "somebody who is gone"}, who {lost}. To open it in your
            name instead, edit it and save.
          </Text>
        )}
        {mayChange ? null : (
          <Text size="sm" c="dimmed">
            To edit it you need can_edit_rows, which you don't have.
          </Text>
        )}
      </div>
      {status === "revoked" ? null : (
        <Group gap="xs" wrap="nowrap">
          <Button size="compact-sm" variant="default" onClick={onPreview}>
            Preview
          </Button>
          <Button size="compact-sm" variant="default" disabled={!mayChange} onClick={onEdit}>
            {isActive || status === "suspended" ? "Edit" : "Edit or extend"}
          </Button>
          <Button size="compact-sm" variant="default" color="red" onClick={onRevoke}>
            Revoke
          </Button>
        </Group>
      )}
    </li>
  );
}

function Made({ link, onDone }: { link: NewShareLink; onDone: () => void }) {
  return (
    <ShownOnce
      value={link.url}
      copyLabel="Copy the link"
      note={
        <>
          The link is shown only once, and stored as a hash. If it is lost, create a new one.
          {link.has_password ? " Send the password separately from the link." : ""}
        </>
      }
      aside={
        <Anchor href={link.url} target="_blank" rel="noopener noreferrer" size="sm">
          Open it as a visitor
        </Anchor>
      }
      onDone={onDone}
    />
  );
}

type Props = {
  table: Table;
  isOpen: boolean;
  /** A preview covers it, and the Escape key belongs to that. */
  isCovered: boolean;
  onClose: () => void;
  onPreview: (shown: Shown) => void;
};

function Links({
  table,
  onPreview,
  onNew,
  onEdit,
}: Omit<Props, "isOpen" | "isCovered" | "onClose"> & {
  onNew: () => void;
  onEdit: (link: ShareLink) => void;
}) {
  const links = useShareLinks(table.id);
  const revoke = useRevokeShareLink(table.id);
  const [revoked, setRevoked] = useState<ShareLink | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const newLink = (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={onNew}>
      New link
    </Button>
  );
  return (
    <>
      {links.items?.length ? (
        <Group justify="flex-end" mb="sm">
          {newLink}
        </Group>
      ) : null}
      <Rows
        list={links}
        what="links"
        label="Share links"
        className={classes.links}
        empty={
          <Empty Icon={IconLink} title="Not shared yet" action={newLink}>
            A link lets people without an account see or edit this table: the part that you choose, for as
            long as you choose, with a password if you like.
          </Empty>
        }
        renderRow={(link) => (
          <LinkRow
            key={link.id}
            link={link}
            onPreview={() => onPreview({ hiddenColumns: link.hidden_columns, rowFilter: link.row_filter })}
            onEdit={() => onEdit(link)}
            onRevoke={() => {
              setRevoked(link);
              setIsAsking(true);
            }}
          />
        )}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Revoke ${revoked?.name ? `“${revoked.name}”` : "the link"}?`}
        confirmLabel="Revoke it"
        onConfirm={() => revoke.mutateAsync(revoked?.id ?? "")}
      >
        It stops working at once for everyone who has it. This can't be undone: a new link has another
        address.
      </ConfirmDialog>
    </>
  );
}

type View =
  | { name: "links" }
  | { name: "new" }
  | { name: "edit"; link: ShareLink }
  | { name: "made"; link: NewShareLink };

const LINKS: View = { name: "links" };

/** A table's share links: what they show, what visitors may do, and when they end. */
export default function ShareDialog({ isOpen, isCovered, onClose, ...rest }: Props) {
  const [view, setView] = useState<View>(LINKS);
  const back = () => setView(LINKS);
  const titles = {
    links: `Share ${rest.table.name}`,
    new: "New share link",
    edit: "Edit the share link",
    made: "Your new link",
  };
  return (
    <ModalDialog
      isOpen={isOpen}
      onClose={() => {
        back();
        onClose();
      }}
      size="xl"
      title={titles[view.name]}
      // A click beside the dialog must not close it while a link is shown that can't be shown again.
      closeOnClickOutside={view.name === "links"}
      closeOnEscape={view.name !== "made" && !isCovered}
    >
      {view.name === "made" ? (
        <Made link={view.link} onDone={back} />
      ) : view.name === "new" ? (
        <NewLinkForm {...rest} onMade={(link) => setView({ name: "made", link })} onCancel={back} />
      ) : view.name === "edit" ? (
        <EditLinkForm {...rest} link={view.link} onDone={back} />
      ) : (
        <Links
          {...rest}
          onNew={() => setView({ name: "new" })}
          onEdit={(link) => setView({ name: "edit", link })}
        />
      )}
    </ModalDialog>
  );
}
