import type { PermissionSlug } from "@/lib/access/catalog";
import { EVENTS, type Trigger } from "@/lib/webhooks/catalog";

/*
 * What automations can start on: the events whose catalog entries have a `trigger`, and what is no event. Everything else
 * follows from what a trigger is about.
 */

type TriggeringEvent = Extract<(typeof EVENTS)[number], { trigger: Trigger }>;

/** Messages of connected chat teams are among what is received, and so no event of ours. */
const CHAT_MESSAGE = {
  type: "chat.message",
  permission: "can_manage_integrations",
  trigger: {
    about: "fields",
    label: "A message is posted in a connected chat",
    fields: { label: "The message", names: ["text", "user", "channel", "team"] },
  },
} as const satisfies { type: string; permission: PermissionSlug; trigger: Trigger };

type TriggerEntry = TriggeringEvent | typeof CHAT_MESSAGE;
export type TriggerType = TriggerEntry["type"];
type About = Trigger["about"];
/** The types that are about one of these. */
export type TypeAbout<A extends About> = Extract<TriggerEntry, { trigger: { about: A } }>["type"];

const ENTRIES: readonly TriggerEntry[] = [
  ...EVENTS.filter((entry): entry is TriggeringEvent => entry.trigger !== undefined),
  CHAT_MESSAGE,
];

function byType<Value>(of: (entry: TriggerEntry) => Value): Readonly<Record<TriggerType, Value>> {
  return Object.fromEntries(ENTRIES.map((entry) => [entry.type, of(entry)])) as Record<TriggerType, Value>;
}

/** Every trigger type, in the order in which people see them. */
export const TRIGGER_TYPES = ENTRIES.map(({ type }) => type) as [TriggerType, ...TriggerType[]];

/** What each trigger type is about and is called. */
export const TRIGGERS = byType<Trigger>(({ trigger }) => trigger);

/**
 * The permission that members need to see what sets an automation off, which its actions may send anywhere: that of the
 * event, where there is one.
 */
export const PERMISSION_OF_TRIGGER = byType<PermissionSlug>(({ permission }) => permission);

/** Whether automations can start on a type of event. */
export function isTrigger(type: string): type is TriggerType {
  return Object.hasOwn(TRIGGERS, type);
}

/** Whether a trigger type is about one of these. */
export function isAbout<A extends About>(type: TriggerType, ...abouts: A[]): type is TypeAbout<A> {
  return (abouts as About[]).includes(TRIGGERS[type].about);
}

/** Whether a trigger type is about a record, and not about fields that came in. */
export function isAboutRecord(
  type: TriggerType,
): type is TypeAbout<"record" | "changed_record" | "deleted_record"> {
  return isAbout(type, "record", "changed_record", "deleted_record");
}

/** Whether the record that set an automation off is there for its actions to work on. */
export function leavesRecord(type: TriggerType): boolean {
  return isAbout(type, "record", "changed_record");
}

/** The names under which values come in with a trigger type that is about fields; null for others. */
export function fieldsOf(type: TriggerType): { label: string; names: readonly string[] } | null {
  const trigger = TRIGGERS[type];
  return trigger.about === "fields" ? trigger.fields : null;
}

/** Types of actions that members need `can_edit_records` for, as they do by hand. */
export const CHANGES_RECORDS: ReadonlySet<string> = new Set([
  "create_record",
  "update_record",
  "enroll_in_sequence",
  "exit_sequence",
]);

/** The types that are about one of these, for schemas. */
export function typesAbout<A extends About>(...abouts: A[]): [TypeAbout<A>, ...TypeAbout<A>[]] {
  return TRIGGER_TYPES.filter((type) => isAbout(type, ...abouts)) as [TypeAbout<A>, ...TypeAbout<A>[]];
}

/** What the reasons begin with that keep runs from going on for ever. */
export const STOPPED = "Stopped:";

/** Whether a run ended because automations triggered each other, so that trying it again would be wrong. */
export function wasStopped({ error }: { error: string | null }): boolean {
  return error?.startsWith(STOPPED) ?? false;
}
