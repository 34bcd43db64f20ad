import {
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
import { useState } from "react";
import type { Filter } from "@/lib/crm/records/schema";
import { DAY_MS } from "@/lib/platform/limits";
import { SHARE_LINK_NAME_CHARS_MAX, SHARE_PASSWORD_CHARS_MIN } from "@/lib/tables/limits";
import { ApiError } from "@/lib/ui/api/client";
import { sentenceOf } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { changedOf } from "@/lib/ui/api/rebased";
import actions from "@/lib/ui/kit/dialogs/dialog-actions.module.css";
import { ERROR_ABOVE } from "@/lib/ui/kit/fields/error-above";
import { Form } from "@/lib/ui/kit/fields/form";
import { Refusal } from "@/lib/ui/kit/fields/refusal";
import { fromField, toField } from "@/lib/ui/kit/time/moments";
import { FilterPanel } from "@/lib/ui/tables/grid/filter-panel";
import {
  type NewShareLink,
  type ShareLink,
  type Table,
  useCreateShareLink,
  useUpdateShareLink,
} from "@/lib/ui/tables/queries";
import classes from "./tables.module.css";

const SPANS = [
  { value: "1", label: "In a day" },
  { value: "7", label: "In a week" },
  { value: "30", label: "In 30 days" },
  { value: "at", label: "At a time you choose" },
  { value: "", label: "Never" },
];

/** What visitors of a link see. */
export type Shown = { hiddenColumns: readonly string[]; rowFilter: Filter | null };

type Settings = {
  name: string;
  permission: "view" | "edit";
  /** Null means none; undefined leaves it as it is. */
  password: string | null | undefined;
  expires_at: string | null | undefined;
  hidden_columns: string[];
  row_filter: Filter | null;
};

type FormProps = {
  table: Table;
  /** The link to change; null for a new one. */
  link: ShareLink | null;
  saving: { error: Error | null; isPending: boolean };
  onSave: (settings: Settings) => void;
  onPreview: (shown: Shown) => void;
  onCancel: () => void;
};

function LinkForm({ table, link, saving, onSave, onPreview, onCancel }: FormProps) {
  const { can } = useWorkspace();
  const columns = table.columns.filter(({ is_archived }) => !is_archived);
  const endOfLink = link?.expires_at ? toField(link.expires_at) : "";
  const [name, setName] = useState(link?.name ?? "");
  const [permission, setPermission] = useState(link?.permission ?? "view");
  const [password, setPassword] = useState("");
  const [isUnlocked, setIsUnlocked] = useState(false);
  const [span, setSpan] = useState(link ? (link.expires_at ? "at" : "") : "7");
  const [at, setAt] = useState(endOfLink);
  const [hidden, setHidden] = useState(link?.hidden_columns ?? []);
  const [filter, setFilter] = useState(link?.row_filter ?? null);
  const [isFiltered, setIsFiltered] = useState(filter !== null);
  const [fault, setFault] = useState<{ password?: string; expires_at?: string }>({});
  const { error } = saving;
  const shownCount = columns.filter(({ key }) => !hidden.includes(key)).length;
  const issueOf = (field: string) => (error instanceof ApiError ? error.issueOf(field) : undefined);
  const save = () => {
    const isEndKept = endOfLink !== "" && span === "at" && at === endOfLink;
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
      ...(!isEndKept && expiresAt !== null && !(Date.parse(expiresAt) > Date.now())
        ? { expires_at: "Choose a time in the future" }
        : {}),
    };
    setFault(faults);
    if (Object.keys(faults).length > 0) return;
    onSave({
      name: name.trim(),
      permission,
      password: isUnlocked ? null : password === "" ? undefined : password,
      expires_at: isEndKept ? undefined : expiresAt,
      hidden_columns: hidden,
      row_filter: isFiltered ? filter : null,
    });
  };
  return (
    <Form onSubmit={save}>
      <Stack gap="md">
        {error ? <Refusal>{sentenceOf(error)}</Refusal> : null}
        <TextInput
          label="Whom it is for"
          description="Shown in the history of rows that its visitors change. Visitors don't see it."
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
          <Group mt={6} gap="lg" align="flex-start">
            <Radio value="view" label="View" />
            <Radio
              value="edit"
              label="View and edit"
              disabled={!can("can_edit_rows")}
              description={can("can_edit_rows") ? undefined : "Needs can_edit_rows, which you don't have"}
            />
          </Group>
        </Radio.Group>
        <PasswordInput
          label={link?.has_password ? "New password" : "Password"}
          description={
            link?.has_password
              ? "Leave it empty to keep the current password. A new one has to be entered by everybody, also by visitors who have the table open."
              : "Optional. Every visitor has to enter it. It is stored as a hash, so nobody can look it up later."
          }
          disabled={isUnlocked}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ "aria-label": "Show the password" }}
          value={password}
          error={fault.password ?? issueOf("password")}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {link?.has_password ? (
          <Checkbox
            label="Remove the password"
            description="Whoever has the link gets in."
            checked={isUnlocked}
            onChange={(event) => {
              setIsUnlocked(event.currentTarget.checked);
              setPassword("");
            }}
          />
        ) : null}
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label="Expires"
            data={SPANS}
            value={span}
            inputWrapperOrder={ERROR_ABOVE}
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
              inputWrapperOrder={ERROR_ABOVE}
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
                disabled={!hidden.includes(key) && shownCount === 1}
              />
            ))}
          </div>
        </Checkbox.Group>
        <Checkbox
          label="Only some rows"
          description="Visitors see, and can add, only rows that match. The filter may use hidden columns."
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
            <Button type="submit" loading={saving.isPending}>
              {link ? "Save" : "Create link"}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Form>
  );
}

type Common = Pick<FormProps, "table" | "onPreview">;

/** Creates a link: what it shows, and to whom. */
export function NewLinkForm({
  onMade,
  ...rest
}: Common & { onMade: (link: NewShareLink) => void; onCancel: () => void }) {
  const create = useCreateShareLink(rest.table.id);
  return (
    <LinkForm
      {...rest}
      link={null}
      saving={create}
      onSave={(settings) => create.mutate(settings, { onSuccess: onMade })}
    />
  );
}

/** Only what was changed: sent as a whole, it would show columns and rows again that others hid meanwhile. */
function changesOf(settings: Settings, opened: Settings) {
  const { hidden_columns: hidden, ...others } = changedOf(settings, opened);
  if (hidden === undefined) return others;
  const { hidden_columns: before } = opened;
  return {
    ...others,
    hide_columns: hidden.filter((key) => !before.includes(key)),
    show_columns: before.filter((key) => !hidden.includes(key)),
  };
}

/** Changes what a link shows and to whom; its address stays. */
export function EditLinkForm({ link, onDone, ...rest }: Common & { link: ShareLink; onDone: () => void }) {
  const update = useUpdateShareLink(rest.table.id);
  const [opened] = useState<Settings>({ ...link, password: undefined });
  return (
    <LinkForm
      {...rest}
      link={link}
      saving={update}
      onSave={(settings) =>
        update.mutate({ id: link.id, ...changesOf(settings, opened) }, { onSuccess: onDone })
      }
      onCancel={onDone}
    />
  );
}
