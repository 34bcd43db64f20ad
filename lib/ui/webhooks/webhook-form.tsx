import { Button, Group, TextInput } from "@mantine/core";
import { type FormErrors, useForm } from "@mantine/form";
import { parseUrl } from "@/lib/platform/parse-url";
import { ApiError } from "@/lib/ui/api/client";
import { sentenceOf } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { changedOf, rebased } from "@/lib/ui/api/rebased";
import { UnsavedGuard } from "@/lib/ui/kit/dialogs/unsaved-guard";
import type { HeaderRow } from "@/lib/ui/kit/editor/header-rows";
import { Form } from "@/lib/ui/kit/fields/form";
import { Refusal } from "@/lib/ui/kit/fields/refusal";
import { EventPicker } from "@/lib/ui/webhooks/event-picker";
import { HeaderFields } from "@/lib/ui/webhooks/header-fields";
import type { Webhook } from "@/lib/ui/webhooks/queries";
import { EVENT_TYPES, EVENTS, EVERY_EVENT } from "@/lib/webhooks/catalog";
import { URL_CHARS_MAX, WEBHOOK_NAME_CHARS_MAX } from "@/lib/webhooks/limits";
import classes from "./webhooks.module.css";

type Events = (typeof EVENT_TYPES)[number] | typeof EVERY_EVENT;
type Fields = { name: string; url: string; events: string[]; headers: HeaderRow[] | null };
/** The form's values; headers are omitted if the stored ones stay. */
type WebhookValues = { name: string; url: string; events: Events[]; headers?: Record<string, string> };

const isEvent = (text: string): text is Events =>
  text === EVERY_EVENT || EVENT_TYPES.some((type) => type === text);
const HEADER_PATH = "headers.";

/** What the form shows of a stored webhook, or of a new one. */
function fieldsOf(webhook: Webhook | undefined): Fields {
  return {
    name: webhook?.name ?? "",
    url: webhook?.url ?? "",
    events: webhook?.events ?? [EVERY_EVENT],
    headers: webhook && webhook.header_names.length > 0 ? null : [],
  };
}

function valuesOf({ name, url, events, headers }: Fields): WebhookValues {
  return {
    name: name.trim(),
    url: url.trim(),
    events: events.filter(isEvent),
    ...(headers === null
      ? {}
      : { headers: Object.fromEntries(headers.map((row) => [row.name.trim(), row.value])) }),
  };
}

/** The server's errors by field; headers are identified by name in lower case, as the server does. */
function errorsOf(error: unknown): FormErrors {
  const issues = error instanceof ApiError ? error.issues : [];
  if (issues.length === 0) return { form: sentenceOf(error) };
  return Object.fromEntries(
    issues.map(({ path, message }) => {
      if (path.startsWith("events")) return ["events", message];
      const isKnown = ["name", "url", "headers"].includes(path) || path.startsWith(HEADER_PATH);
      return isKnown
        ? [path.startsWith(HEADER_PATH) ? path.toLowerCase() : path, message]
        : ["form", message];
    }),
  );
}

/** Errors in the header rows, by name. */
function headerProblems(rows: readonly HeaderRow[]): Record<string, string> {
  const names = rows.map(({ name }) => name.trim().toLowerCase());
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return Object.fromEntries([
    ...twice.map((name) => [HEADER_PATH + name, "Listed twice"]),
    ...(names.includes("") ? [[HEADER_PATH, "Give it a name, or remove it"]] : []),
  ]);
}

/** Whether the address being typed names another server than the stored one; false while it isn't a valid address. */
function leavesOrigin(stored: string, typed: string): boolean {
  const url = parseUrl(typed.trim());
  return url !== null && url.origin !== new URL(stored).origin;
}

const SECRET = {
  title: "Leave before you have its secret?",
  text: "The webhook is there all the same, but its secret is shown only here, once. If you leave, rotate it in the webhook's settings to get another one.",
};

type Props = {
  webhook?: Webhook;
  /** A new one is there, and its secret is being shown. */
  isMade?: boolean;
  submitLabel: string;
  /** Gets all values, and those that were changed. @returns what is stored then, if the form stays open with it */
  onSubmit: (values: WebhookValues, changed: Partial<WebhookValues>) => Promise<Webhook | null>;
  onCancel?: () => void;
};

/** A webhook's settings: its address, its events and its headers. */
export default function WebhookForm({ webhook, isMade = false, submitLabel, onSubmit, onCancel }: Props) {
  const { can } = useWorkspace();
  const storedNames = webhook?.header_names ?? [];
  // A new webhook's owner will be the reader.
  const withheld = webhook
    ? webhook.withheld_events.map(({ type }) => type)
    : EVENTS.filter(({ permission }) => !can(permission)).map(({ type }) => type);
  const form = useForm<Fields>({
    initialValues: fieldsOf(webhook),
    validate: (values) => ({
      ...(values.url.trim() === "" ? { url: "Enter the URL that should receive the events" } : {}),
      ...(values.events.length === 0 ? { events: "Choose at least one event" } : {}),
      ...headerProblems(values.headers ?? []),
    }),
  });
  const save = form.onSubmit(async (fields) => {
    form.clearErrors();
    const values = valuesOf(fields);
    try {
      const saved = await onSubmit(values, changedOf(values, valuesOf(form.getInitialValues())));
      if (saved === null) return;
      // What was typed meanwhile stays, and is yet to be saved.
      form.setInitialValues(fieldsOf(saved));
      form.setValues(rebased(form.getValues(), fields, fieldsOf(saved)));
    } catch (error) {
      form.setErrors(errorsOf(error));
    }
  });
  const problems = Object.fromEntries(
    Object.entries(form.errors).flatMap(([path, message]) => {
      if (path !== "headers" && !path.startsWith(HEADER_PATH)) return [];
      return [[path === "headers" ? path : path.slice(HEADER_PATH.length), String(message)]];
    }),
  );
  const eventsError = form.errors.events;
  return (
    <>
      <UnsavedGuard
        isDirty={form.isDirty()}
        isSaving={webhook !== undefined && form.submitting}
        question={webhook === undefined && (form.submitting || isMade) ? SECRET : undefined}
      />
      <Form onSubmit={save} className={classes.editor}>
        {form.errors.form ? <Refusal>{form.errors.form}</Refusal> : null}
        <TextInput
          label="URL"
          description="Gets a POST with JSON for each event"
          placeholder="https://example.com/hooks/crm"
          type="url"
          required
          withAsterisk={false}
          maxLength={URL_CHARS_MAX}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps("url")}
        />
        <TextInput
          label="Name"
          description="Optional, to recognise it later"
          placeholder="Billing"
          maxLength={WEBHOOK_NAME_CHARS_MAX}
          autoComplete="off"
          {...form.getInputProps("name")}
        />
        <EventPicker
          value={form.values.events}
          withheld={withheld}
          error={eventsError ? String(eventsError) : undefined}
          onChange={(events) => form.setFieldValue("events", events)}
        />
        <HeaderFields
          rows={form.values.headers}
          storedNames={storedNames}
          problems={problems}
          leavesOrigin={webhook !== undefined && leavesOrigin(webhook.url, form.values.url)}
          onChange={(headers) => form.setFieldValue("headers", headers)}
        />
        <Group gap="sm">
          <Button type="submit" loading={form.submitting}>
            {submitLabel}
          </Button>
          {onCancel ? (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
        </Group>
      </Form>
    </>
  );
}
