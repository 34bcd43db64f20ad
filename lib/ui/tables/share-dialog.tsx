"use client";

import {
  Alert,
  Anchor,
  Badge,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  PasswordInput,
  Radio,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { IconAlertTriangle, IconLink, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { Filter } from "@/lib/crm/records/schema";
import { SHARE_LINK_NAME_CHARS_MAX, SHARE_PASSWORD_CHARS_MIN } from "@/lib/tables/limits";
import { ApiError } from "@/lib/ui/api";
import { ConfirmDialog } from "@/lib/ui/confirm-dialog";
import { CopyCommand } from "@/lib/ui/copy-command";
import { ErrorNotice } from "@/lib/ui/error-notice";
import { sentenceOf } from "@/lib/ui/failure";
import { Empty } from "@/lib/ui/list-page";
import { RowSkeletons, ShowMore } from "@/lib/ui/list-states";
import ModalDialog from "@/lib/ui/modal-dialog";
import { RelativeTime } from "@/lib/ui/relative-time";
import { FilterPanel } from "@/lib/ui/tables/grid/filter-panel";
import {
  type NewShareLink,
  type ShareLink,
  type Table,
  useCreateShareLink,
  useRevokeShareLink,
  useShareLinks,
} from "@/lib/ui/tables/queries";
import { fromField, toField } from "@/lib/ui/webhooks/moments";
import actions from "../dialog-actions.module.css";
import classes from "./tables.module.css";

const DAY_MS = 86_400_000;

const SPANS = [
  { value: "1", label: "In a day" },
  { value: "7", label: "In a week" },
  { value: "30", label: "In 30 days" },
  { value: "at", label: "At a time of its own" },
  { value: "", label: "Never" },
];

/** What visitors of a link get to see. */
export type Shown = { hiddenColumns: readonly string[]; rowFilter: Filter | null };

type LinkRowProps = { link: ShareLink; onPreview: () => void; onRevoke: () => void };

function LinkRow({ link, onPreview, onRevoke }: LinkRowProps) {
  const { name, permission, status, has_password, expires_at, hidden_columns, row_filter, last_used_at } =
    link;
  const isActive = status === "active";
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
            {isActive ? (permission === "edit" ? "Can edit" : "Can view") : status}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {details.join(" · ")} ·{" "}
          {expires_at === null ? (
            "never expires"
          ) : (
            <>
              {status === "expired" ? "expired" : "expires"} <RelativeTime at={expires_at} />
            </>
          )}{" "}
          ·{" "}
          {last_used_at === null ? (
            "never used"
          ) : (
            <>
              used <RelativeTime at={last_used_at} />
            </>
          )}
          {link.created_by_name === null ? "" : ` · by ${link.created_by_name}`}
        </Text>
      </div>
      {isActive ? (
        <Group gap="xs" wrap="nowrap">
          <Button size="compact-sm" variant="default" onClick={onPreview}>
            Preview
          </Button>
          <Button size="compact-sm" variant="default" color="red" onClick={onRevoke}>
            Revoke
          </Button>
        </Group>
      ) : null}
    </li>
  );
}

function Made({ link, onDone }: { link: NewShareLink; onDone: () => void }) {
  return (
    <Stack>
      <Alert
        role="note"
        color="yellow"
        variant="light"
        icon={<IconAlertTriangle size={18} />}
        title="Copy it now"
      >
        The link is shown this once and kept as a hash only. If it is lost, make a new one.
        {link.has_password ? " Send the password by another way than the link." : ""}
      </Alert>
      <CopyCommand command={link.url} label="Copy the link" />
      <Group justify="space-between">
        <Anchor href={link.url} target="_blank" rel="noopener noreferrer" size="sm">
          Open it as a visitor
        </Anchor>
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}

type FormProps = {
  workspaceId: string;
  table: Table;
  onPreview: (shown: Shown) => void;
  onMade: (link: NewShareLink) => void;
  onCancel: () => void;
};

function LinkForm({ workspaceId, table, onPreview, onMade, onCancel }: FormProps) {
  const columns = table.columns.filter(({ is_archived }) => !is_archived);
  const create = useCreateShareLink(workspaceId, table.id);
  const [name, setName] = useState("");
  const [permission, setPermission] = useState<"view" | "edit">("view");
  const [password, setPassword] = useState("");
  const [span, setSpan] = useState("7");
  const [at, setAt] = useState("");
  const [hidden, setHidden] = useState<string[]>([]);
  const [filter, setFilter] = useState<Filter | null>(null);
  const [isFiltered, setIsFiltered] = useState(false);
  const [fault, setFault] = useState<{ password?: string; expires_at?: string }>({});
  const { error } = create;
  const issueOf = (field: string) => (error instanceof ApiError ? error.issueOf(field) : undefined);
  const save = () => {
    const expiresAt =
      span === ""
        ? null
        : span === "at"
          ? fromField(at)
          : new Date(Date.now() + Number(span) * DAY_MS).toISOString();
    const faults = {
      ...(password !== "" && password.length < SHARE_PASSWORD_CHARS_MIN
        ? { password: `At least ${SHARE_PASSWORD_CHARS_MIN} characters` }
        : {}),
      ...(expiresAt === "" || (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
        ? { expires_at: "Name a time that is still to come" }
        : {}),
    };
    setFault(faults);
    if (Object.keys(faults).length > 0) return;
    create.mutate(
      {
        name: name.trim(),
        permission,
        password: password === "" ? null : password,
        expires_at: expiresAt,
        hidden_columns: hidden,
        row_filter: isFiltered ? filter : null,
      },
      { onSuccess: onMade },
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      noValidate
    >
      <Stack gap="md">
        {error ? (
          <Alert color="red" variant="light" role="alert">
            {sentenceOf(error)}
          </Alert>
        ) : null}
        <TextInput
          label="Whom it is for"
          description="Stands in the history of rows that its visitors change. They don't see it."
          maxLength={SHARE_LINK_NAME_CHARS_MAX}
          autoComplete="off"
          data-autofocus
          value={name}
          error={issueOf("name")}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group
          label="Visitors can"
          value={permission}
          onChange={(value) => setPermission(value === "edit" ? "edit" : "view")}
        >
          <Group mt={6} gap="lg">
            <Radio value="view" label="View" />
            <Radio value="edit" label="View and edit" />
          </Group>
        </Radio.Group>
        <PasswordInput
          label="Password"
          description="Optional. Asked of every visitor; stored as a hash that nobody can read."
          autoComplete="new-password"
          visibilityToggleButtonProps={{ "aria-label": "Show the password" }}
          value={password}
          error={fault.password ?? issueOf("password")}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label="Expires"
            data={SPANS}
            value={span}
            error={span === "at" ? undefined : (fault.expires_at ?? issueOf("expires_at"))}
            onChange={(event) => {
              setSpan(event.currentTarget.value);
              if (at === "") setAt(toField(new Date(Date.now() + DAY_MS).toISOString()));
            }}
          />
          {span === "at" ? (
            <TextInput
              type="datetime-local"
              aria-label="Expires at"
              value={at}
              error={fault.expires_at ?? issueOf("expires_at")}
              onChange={(event) => setAt(event.currentTarget.value)}
            />
          ) : null}
        </Group>
        <Checkbox.Group
          label="Hidden columns"
          description="Visitors can't see, search, sort or fill them in."
          value={hidden}
          onChange={setHidden}
        >
          <div className={classes.hides}>
            {columns.map(({ key, name }) => (
              <Checkbox
                key={key}
                size="sm"
                value={key}
                label={name}
                disabled={!hidden.includes(key) && hidden.length === columns.length - 1}
              />
            ))}
          </div>
        </Checkbox.Group>
        <Checkbox
          label="Only some rows"
          description="Visitors see, and may make, no row that does not match. Hidden columns may stand in it."
          checked={isFiltered}
          disabled={columns.length === 0}
          onChange={(event) => setIsFiltered(event.currentTarget.checked)}
        />
        {isFiltered ? (
          <FilterPanel
            columns={columns}
            filter={filter}
            onChange={setFilter}
            label="Rows that visitors see"
          />
        ) : null}
        {issueOf("row_filter") ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {issueOf("row_filter")}
          </Text>
        ) : null}
        <Group justify="space-between" gap="sm" className={actions.actions ?? ""}>
          <Button
            variant="default"
            onClick={() => onPreview({ hiddenColumns: hidden, rowFilter: isFiltered ? filter : null })}
          >
            Preview as visitor
          </Button>
          <Group gap="sm">
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Create link
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

type Props = {
  workspaceId: string;
  table: Table;
  isOpen: boolean;
  /** A preview lies over it, and the Escape key is that one's. */
  isCovered: boolean;
  onClose: () => void;
  onPreview: (shown: Shown) => void;
};

function Links({
  workspaceId,
  table,
  onPreview,
  onNew,
}: Omit<Props, "isOpen" | "isCovered" | "onClose"> & { onNew: () => void }) {
  const links = useShareLinks(workspaceId, table.id, true);
  const revoke = useRevokeShareLink(workspaceId, table.id);
  const [revoked, setRevoked] = useState<ShareLink | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  if (links.isPending) return <RowSkeletons count={2} what="the links" />;
  if (links.error && !links.items) {
    return <ErrorNotice error={links.error} what="the links" onRetry={() => links.refetch()} />;
  }
  const newLink = (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={onNew}>
      New link
    </Button>
  );
  return (
    <>
      {links.items?.length === 0 ? (
        <Empty Icon={IconLink} title="Not shared yet" action={newLink}>
          A link lets people without an account see or fill in this table: as much of it as you choose, for as
          long as you choose, behind a password if you like.
        </Empty>
      ) : (
        <Stack gap="sm">
          <Group justify="flex-end">{newLink}</Group>
          <ul className={classes.links} aria-label="Share links">
            {links.items?.map((link) => (
              <LinkRow
                key={link.id}
                link={link}
                onPreview={() =>
                  onPreview({ hiddenColumns: link.hidden_columns, rowFilter: link.row_filter })
                }
                onRevoke={() => {
                  setRevoked(link);
                  setIsAsking(true);
                }}
              />
            ))}
          </ul>
          <ShowMore list={links} />
        </Stack>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Revoke ${revoked?.name ? `“${revoked.name}”` : "the link"}?`}
        confirmLabel="Revoke it"
        onConfirm={() => revoke.mutateAsync(revoked?.id ?? "")}
      >
        Whoever has it finds nothing from now on, as if it had never been. This can't be taken back: a new
        link has another address.
      </ConfirmDialog>
    </>
  );
}

/** A table's share links: what they show, who may do what by them, and how they end. */
export default function ShareDialog({ isOpen, isCovered, onClose, ...rest }: Props) {
  const [view, setView] = useState<"links" | "new" | NewShareLink>("links");
  const isMade = typeof view === "object";
  return (
    <ModalDialog
      isOpen={isOpen}
      onClose={() => {
        setView("links");
        onClose();
      }}
      size="xl"
      title={
        view === "links" ? `Share ${rest.table.name}` : view === "new" ? "New share link" : "Your new link"
      }
      // What can be seen only once is not lost by a click beside it.
      closeOnClickOutside={view === "links"}
      closeOnEscape={!isMade && !isCovered}
    >
      {isMade ? (
        <Made link={view} onDone={() => setView("links")} />
      ) : view === "new" ? (
        <LinkForm {...rest} onMade={setView} onCancel={() => setView("links")} />
      ) : (
        <Links {...rest} onNew={() => setView("new")} />
      )}
    </ModalDialog>
  );
}
