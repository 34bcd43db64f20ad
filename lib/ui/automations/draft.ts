import type { z } from "zod";
import { isAbout, isAboutRecord, type TriggerType } from "@/lib/crm/automations/catalog";
import type { CreateAutomation } from "@/lib/crm/automations/schema";
import type { Filter } from "@/lib/crm/records/schema";
import type { Issue } from "@/lib/ui/api/client";
import type { Automation } from "@/lib/ui/automations/queries";
import type { Attribute, CrmObject } from "@/lib/ui/crm/queries";
import type { Keyed } from "@/lib/ui/kit/editor/items";
import {
  type ConditionsDraft,
  conditionOf,
  conditionsDraft,
  filterOf,
} from "@/lib/ui/light-kit/conditions/draft";
import { typedValue } from "@/lib/ui/light-kit/conditions/values";
import { newKey } from "@/lib/ui/light-kit/new-key";
import {
  EMPTY_REQUEST,
  type RequestDraft,
  requestBody,
  requestDraft,
  requestProblems,
} from "@/lib/ui/requests/draft";

/* Automations as they are being edited: input is kept as it was typed. */

export type ValuesDraft = Record<string, unknown>;

export type ActionDraft = Keyed &
  (
    | { type: "create_record"; object: string; values: ValuesDraft }
    | { type: "update_record"; values: ValuesDraft }
    | { type: "enroll_in_sequence" | "exit_sequence"; sequence_id: string }
    | ({ type: "http_request" } & RequestDraft)
    | { type: "notify"; developer_ids: string[]; title: string; body: string }
  );

export type TriggerDraft = {
  type: TriggerType;
  object: string;
  attributes: string[];
  /** Null for any. */
  formId: string | null;
};

export type AutomationDraft = {
  name: string;
  trigger: TriggerDraft;
  conditions: ConditionsDraft;
  actions: ActionDraft[];
};

export function hasPlaceholder(value: unknown): boolean {
  return typeof value === "string" && /\{\{[^{}]*\}\}/.test(value);
}

function valuesBody(values: ValuesDraft, attributes: readonly Attribute[]) {
  return Object.fromEntries(
    Object.entries(values).map(([slug, value]) => {
      const type = attributes.find((attribute) => attribute.slug === slug)?.type;
      const isText = type === undefined || typeof value !== "string" || hasPlaceholder(value) || value === "";
      return [slug, isText ? (value === "" ? null : value) : typedValue(value, type)];
    }),
  ) as Record<string, z.core.util.JSONType>;
}

function conditionsBody(conditions: ConditionsDraft, object: CrmObject | undefined): Filter | null {
  return filterOf(conditions, (line) => {
    const attribute = object?.attributes.find(({ slug }) => slug === line.subject);
    if (object && !attribute) return conditionOf(line, null);
    return conditionOf(line, (text) => (attribute ? typedValue(text, attribute.type) : text));
  });
}

function actionDraft(action: Automation["actions"][number]): ActionDraft {
  const keyed = { key: newKey(), id: action.id };
  return action.type === "http_request"
    ? { ...keyed, type: action.type, ...requestDraft(action) }
    : { ...action, ...keyed };
}

/** A new action of a type. */
export function newAction(type: ActionDraft["type"], objects: readonly CrmObject[]): ActionDraft {
  const key = newKey();
  switch (type) {
    case "create_record": {
      const object = objects[0];
      return { key, type, object: object?.slug ?? "", values: requiredValues(object) };
    }
    case "update_record":
      return { key, type, values: {} };
    case "enroll_in_sequence":
    case "exit_sequence":
      return { key, type, sequence_id: "" };
    case "http_request":
      return { key, type, ...EMPTY_REQUEST };
    case "notify":
      return { key, type, developer_ids: [], title: "", body: "" };
  }
}

/** Empty entries for the values that a new record requires. */
export function requiredValues(object: CrmObject | undefined): ValuesDraft {
  const required = object?.attributes.filter((attribute) => attribute.is_required) ?? [];
  return Object.fromEntries(required.map(({ slug }) => [slug, ""]));
}

/** An automation as a draft; an empty draft if there is none. */
export function automationDraft(
  automation: Automation | undefined,
  objects: readonly CrmObject[],
): AutomationDraft {
  if (!automation) {
    return {
      name: "",
      trigger: { type: "record.created", object: objects[0]?.slug ?? "", attributes: [], formId: null },
      conditions: { join: "and", parts: [] },
      actions: [],
    };
  }
  const { trigger } = automation;
  return {
    name: automation.name,
    trigger: {
      type: trigger.type,
      object: "object" in trigger ? trigger.object : (objects[0]?.slug ?? ""),
      attributes: "attributes" in trigger ? trigger.attributes : [],
      formId: "form_id" in trigger ? trigger.form_id : null,
    },
    conditions: conditionsDraft(automation.conditions),
    actions: automation.actions.map(actionDraft),
  };
}

type Body = Pick<z.input<typeof CreateAutomation>, "name" | "trigger" | "conditions" | "actions">;

function triggerBody({ type, object, attributes, formId }: TriggerDraft): Body["trigger"] {
  if (isAbout(type, "fields")) return { type };
  if (isAbout(type, "form")) return { type, form_id: formId };
  return isAbout(type, "changed_record") ? { type, object, attributes } : { type, object };
}

function actionBody(
  action: ActionDraft,
  own: CrmObject | undefined,
  objects: readonly CrmObject[],
): Body["actions"][number] {
  const id = action.id === undefined ? {} : { id: action.id };
  switch (action.type) {
    case "create_record": {
      const attributes = objects.find(({ slug }) => slug === action.object)?.attributes ?? [];
      return {
        ...id,
        type: action.type,
        object: action.object,
        values: valuesBody(action.values, attributes),
      };
    }
    case "update_record":
      return { ...id, type: action.type, values: valuesBody(action.values, own?.attributes ?? []) };
    case "enroll_in_sequence":
    case "exit_sequence":
      return { ...id, type: action.type, sequence_id: action.sequence_id };
    case "http_request":
      return { ...id, type: action.type, ...requestBody(action) };
    case "notify": {
      const { type, developer_ids, title, body } = action;
      return { ...id, type, developer_ids, title: title.trim(), body };
    }
  }
}

/** The object whose records start it. */
export function objectOf(trigger: TriggerDraft, objects: readonly CrmObject[]): CrmObject | undefined {
  return isAboutRecord(trigger.type) ? objects.find(({ slug }) => slug === trigger.object) : undefined;
}

/** A draft in the API's format; its requests must be valid. */
export function automationBody(draft: AutomationDraft, objects: readonly CrmObject[]): Body {
  const own = objectOf(draft.trigger, objects);
  return {
    name: draft.name.trim(),
    trigger: triggerBody(draft.trigger),
    conditions: conditionsBody(draft.conditions, own),
    actions: draft.actions.map((action) => actionBody(action, own, objects)),
  };
}

function actionProblems(action: ActionDraft): Issue[] {
  const path = `actions.${action.key}`;
  switch (action.type) {
    case "enroll_in_sequence":
    case "exit_sequence":
      return action.sequence_id === "" ? [{ path: `${path}.sequence_id`, message: "Choose a sequence" }] : [];
    case "http_request":
      return requestProblems(action, path);
    case "notify":
      return [
        ...(action.developer_ids.length === 0
          ? [{ path: `${path}.developer_ids`, message: "Choose at least one person" }]
          : []),
        ...(action.title.trim() === "" ? [{ path: `${path}.title`, message: "Say what it is about" }] : []),
      ];
    case "update_record":
      return Object.keys(action.values).length === 0
        ? [{ path: `${path}.values`, message: "Choose at least one value to set" }]
        : [];
    default:
      return [];
  }
}

/** The errors that can be found before asking the server. Paths name actions by their keys. */
export function automationProblems({ name, trigger, actions }: AutomationDraft): Issue[] {
  return [
    ...(name.trim() === "" ? [{ path: "name", message: "Give it a name" }] : []),
    ...(isAboutRecord(trigger.type) && trigger.object === ""
      ? [{ path: "trigger.object", message: "Choose an object" }]
      : []),
    ...(actions.length === 0 ? [{ path: "actions", message: "Add at least one action" }] : []),
    ...actions.flatMap(actionProblems),
  ];
}
