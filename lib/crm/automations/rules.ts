import type { PermissionSlug } from "@/lib/access/catalog";
import {
  CHANGES_RECORDS,
  isAbout,
  isAboutRecord,
  PERMISSION_OF_TRIGGER,
  STOPPED,
  type TriggerType,
} from "@/lib/crm/automations/catalog";
import { HEALTH_DAYS, RUN_DEPTH_MAX, RUNS_PER_CHAIN_MAX } from "@/lib/crm/automations/limits";
import type { CreateAutomation } from "@/lib/crm/automations/schema";
import type { Condition, Filter } from "@/lib/crm/records/schema";
import { keyOf } from "@/lib/crm/records/value-keys";
import type { Subject, Vocabulary } from "@/lib/crm/templates/rules";
import { DAY_MS } from "@/lib/platform/limits";
import { fold } from "@/lib/platform/loose-text";
import { nameKey } from "@/lib/platform/name-key";

/** Something that may set automations off. */
export type Happening = {
  type: TriggerType;
  formId: string | null;
  subject: Subject;
  /** Slugs of the attributes that changed. */
  changed: readonly string[];
};

type Trigger = {
  triggerType: string;
  object: { slug: string } | null;
  triggerAttributes: readonly string[];
  formId: string | null;
};

/** Whether a happening is what an automation waits for, its conditions left aside. */
export function isSetOff(trigger: Trigger, { type, subject, formId, changed }: Happening): boolean {
  if (trigger.triggerType !== type) return false;
  if (trigger.object !== null && trigger.object.slug !== subject.object) return false;
  if (trigger.formId !== null && trigger.formId !== formId) return false;
  const { triggerAttributes: wanted } = trigger;
  return wanted.length === 0 || wanted.some((slug) => changed.includes(slug));
}

/** What conditions are held against: the record's values, or the fields that came in. */
export function conditionValues(type: TriggerType, subject: Subject): Record<string, unknown> {
  return isAboutRecord(type) ? subject.record : subject.form;
}

/** Why a run must not start; null when it may. */
export function refusalOf(depth: number, runsOfChain: number): string | null {
  if (depth > RUN_DEPTH_MAX) {
    return `${STOPPED} automations triggered each other more than ${RUN_DEPTH_MAX} times in a row`;
  }
  if (runsOfChain >= RUNS_PER_CHAIN_MAX) {
    return `${STOPPED} one change triggered more than ${RUNS_PER_CHAIN_MAX} runs`;
  }
  return null;
}

/** Which placeholders the actions of an automation may use. */
export function vocabularyOf(type: TriggerType, attributes: Iterable<string> | null): Vocabulary {
  return {
    attributes: isAboutRecord(type) ? new Set(attributes) : null,
    hasOld: isAbout(type, "changed_record"),
    hasForm: !isAboutRecord(type),
  };
}

type Scalar = string | number | boolean;

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

/** Below zero where `a` sorts before `b`; null where they can't be compared. Texts sort without case and accents. */
function compare(a: unknown, b: Scalar): number | null {
  if (typeof a === "string" && typeof b === "string") {
    const [x, y] = [fold(a), fold(b)];
    return x < y ? -1 : Number(x > y);
  }
  return typeof a === "number" && typeof b === "number" ? a - b : null;
}

function isEqual(a: unknown, b: Scalar): boolean {
  if (Array.isArray(a)) return a.some((each) => isEqual(each, b));
  return typeof a === "string" && typeof b === "string" ? nameKey(a) === nameKey(b) : a === b;
}

type Compared = {
  /** Slugs of the attributes that are phone numbers, which are compared by their digits. */
  phones?: ReadonlySet<string>;
  /** Whether there is a value of every attribute in use, empty ones too: any other was archived. */
  areAll?: boolean;
};

const NO_PHONES: ReadonlySet<string> = new Set();

function isMet(
  { attribute, operator, value }: Condition,
  values: Record<string, unknown>,
  { phones = NO_PHONES, areAll = false }: Compared,
): boolean {
  const isNamed = Object.hasOwn(values, attribute);
  if (areAll && !isNamed) return false;
  const given = isNamed ? values[attribute] : null;
  const isPhone = phones.has(attribute);
  const actual = isPhone && typeof given === "string" ? keyOf("phone", given) : given;
  const asked = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const wanted = isPhone ? asked.map((each) => keyOf("phone", each)) : asked;
  const isOrdered = (holds: (order: number) => boolean) =>
    wanted.some((each) => {
      const order = compare(actual, each);
      return order !== null && holds(order);
    });
  const text = typeof actual === "string" ? fold(actual) : null;
  switch (operator) {
    case "eq":
    case "in":
      return wanted.some((each) => isEqual(actual, each));
    case "neq":
    case "not_in":
      return !wanted.some((each) => isEqual(actual, each));
    case "contains":
      return Array.isArray(actual)
        ? wanted.some((each) => isEqual(actual, each))
        : wanted.some((each) => text?.includes(fold(String(each))) ?? false);
    case "starts_with":
      return wanted.some((each) => text?.startsWith(fold(String(each))) ?? false);
    case "gt":
      return isOrdered((order) => order > 0);
    case "gte":
      return isOrdered((order) => order >= 0);
    case "lt":
      return isOrdered((order) => order < 0);
    case "lte":
      return isOrdered((order) => order <= 0);
    case "is_empty":
      return isEmpty(actual);
    case "is_not_empty":
      return !isEmpty(actual);
  }
}

/**
 * Whether values meet conditions, as a list filtered by them would show the record; without conditions always. What is
 * asked of an archived attribute is never met: nobody sees its values any more.
 */
export function meets(
  filter: Filter | null,
  values: Record<string, unknown>,
  compared: Compared = {},
): boolean {
  if (filter === null) return true;
  if ("and" in filter) return filter.and.every((part) => meets(part, values, compared));
  if ("or" in filter) return filter.or.some((part) => meets(part, values, compared));
  return isMet(filter, values, compared);
}

/** Every single condition of a filter with its path. */
export function conditionsOf(filter: Filter | null, path: string): { path: string; condition: Condition }[] {
  if (filter === null) return [];
  const [key, parts] = "and" in filter ? ["and", filter.and] : "or" in filter ? ["or", filter.or] : [];
  if (parts === undefined) return [{ path, condition: filter as Condition }];
  return parts.flatMap((part, index) => conditionsOf(part, `${path}.${key}.${index}`));
}

/** What a member must be allowed so that an automation may do this in their name. */
export function permissionsOf(
  trigger: { type: TriggerType },
  actions: readonly { type: string }[],
): PermissionSlug[] {
  const changesRecords = actions.some(({ type }) => CHANGES_RECORDS.has(type));
  return [PERMISSION_OF_TRIGGER[trigger.type], ...(changesRecords ? ["can_edit_records" as const] : [])];
}

/** An automation as its row holds it, but for what depends on the workspace. */
export function toColumns({ name, is_active, trigger, conditions }: CreateAutomation) {
  return {
    name,
    isActive: is_active,
    triggerType: trigger.type,
    triggerAttributes: "attributes" in trigger ? trigger.attributes : [],
    formId: "form_id" in trigger ? trigger.form_id : null,
    conditions,
  };
}

/** Whether a run of this status is over. */
export function hasEnded(status: string): boolean {
  return status !== "pending" && status !== "running";
}

/** From when on runs count for an automation's health. */
export function healthSince(now: Date): Date {
  return new Date(now.getTime() - HEALTH_DAYS * DAY_MS);
}
