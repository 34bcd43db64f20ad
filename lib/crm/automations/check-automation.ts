import { v7 as uuidv7 } from "uuid";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { checkValues } from "@/lib/crm/attributes/rules";
import {
  isAboutRecord,
  leavesRecord,
  PERMISSION_OF_TRIGGER,
  type TriggerType,
} from "@/lib/crm/automations/catalog";
import { TRIGGER_CONDITIONS_MAX } from "@/lib/crm/automations/limits";
import { conditionsOf, permissionsOf, vocabularyOf } from "@/lib/crm/automations/rules";
import type { Action, CreateAutomation, GivenAction } from "@/lib/crm/automations/schema";
import { isForm } from "@/lib/crm/automations/store";
import { getObjects, type ObjectRow } from "@/lib/crm/objects/get-object";
import { compileFilter } from "@/lib/crm/records/list/rules";
import { findMembers } from "@/lib/crm/records/store";
import { sealRequest } from "@/lib/crm/requests/seal-request";
import { listSequenceObjects } from "@/lib/crm/sequences/store";
import { hasPlaceholder, placeholderIssues } from "@/lib/crm/templates/rules";
import { AppError, type Issue, invalidBody } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";

type Given = Pick<CreateAutomation, "trigger" | "conditions" | "actions">;

/** What an automation speaks of, as far as the workspace has it. */
type Surroundings = {
  trigger: Given["trigger"];
  objects: Map<string, ObjectRow>;
  /** The object whose records set it off; undefined where a form does, or where there is no such object. */
  object: ObjectRow | undefined;
  /** Whether the form that it waits for is one of the workspace. */
  hasForm: boolean;
  /** Ids of the objects that sequences are for. */
  sequences: Map<string, string>;
  members: Set<string>;
};

function valuesIssues(
  object: ObjectRow,
  values: Record<string, unknown>,
  mode: "create" | "update",
  path: string,
): Issue[] {
  const known = new Set(object.attributes.map(({ slug }) => slug));
  const unknown = Object.keys(values)
    .filter((slug) => !known.has(slug))
    .map((slug) => ({ path: `${path}.values.${slug}`, message: "Names no attribute of the object" }));
  // What a placeholder becomes is known when the action runs.
  const wrong = checkValues(object.attributes, values, mode).issues.filter(
    (issue) => !hasPlaceholder(values[issue.path.slice("values.".length)]),
  );
  return [...unknown, ...wrong.map((issue) => ({ ...issue, path: `${path}.${issue.path}` }))];
}

function actionIssues(action: GivenAction, path: string, around: Surroundings): Issue[] {
  const needsRecord = (): Issue[] =>
    leavesRecord(around.trigger.type)
      ? []
      : [{ path: `${path}.type`, message: `A ${around.trigger.type} leaves no record to work on` }];
  switch (action.type) {
    case "create_record": {
      const object = around.objects.get(action.object);
      if (!object) return [{ path: `${path}.object`, message: "No such object" }];
      return valuesIssues(object, action.values, "create", path);
    }
    case "update_record":
      return [
        ...needsRecord(),
        ...(around.object ? valuesIssues(around.object, action.values, "update", path) : []),
      ];
    case "enroll_in_sequence":
    case "exit_sequence": {
      const objectId = around.sequences.get(action.sequence_id);
      if (objectId === undefined) return [{ path: `${path}.sequence_id`, message: "No such sequence" }];
      const isForeign = around.object !== undefined && around.object.id !== objectId;
      const message = "This sequence is for records of another object";
      return [...needsRecord(), ...(isForeign ? [{ path: `${path}.sequence_id`, message }] : [])];
    }
    case "http_request":
      return [];
    case "notify":
      return action.developer_ids.flatMap((id, index) =>
        around.members.has(id)
          ? []
          : [{ path: `${path}.developer_ids.${index}`, message: "Not an active member of this workspace" }],
      );
  }
}

/** The parts of an action that may contain placeholders. */
function templatesOf(action: GivenAction): Record<string, unknown> {
  switch (action.type) {
    case "create_record":
    case "update_record":
      return { values: action.values };
    case "http_request":
      return { url: action.url, body: action.body };
    case "notify":
      return { title: action.title, body: action.body };
    default:
      return {};
  }
}

function triggerIssues({ trigger, object, hasForm }: Surroundings): Issue[] {
  if (!hasForm) return [{ path: "trigger.form_id", message: "No such form" }];
  if (!("object" in trigger)) return [];
  if (!object) return [{ path: "trigger.object", message: "No such object" }];
  const known = new Set(object.attributes.map(({ slug }) => slug));
  const watched = "attributes" in trigger ? trigger.attributes : [];
  return watched.flatMap((slug, index) =>
    known.has(slug)
      ? []
      : [{ path: `trigger.attributes.${index}`, message: "Names no attribute of the object" }],
  );
}

function conditionIssues(conditions: Given["conditions"], { trigger, object }: Surroundings): Issue[] {
  const all = conditionsOf(conditions, "conditions");
  if (all.length > TRIGGER_CONDITIONS_MAX) {
    return [{ path: "conditions", message: `At most ${TRIGGER_CONDITIONS_MAX} conditions` }];
  }
  if (!isAboutRecord(trigger.type)) {
    return all.flatMap(({ path, condition: { operator, value } }) => {
      const takesNone = operator === "is_empty" || operator === "is_not_empty";
      if (takesNone === (value === undefined)) return [];
      return [{ path: `${path}.value`, message: takesNone ? "Takes no value" : "Required" }];
    });
  }
  if (!object || conditions === null) return [];
  const known = new Set(object.attributes.map(({ slug }) => slug));
  const unknown = all.filter(({ condition }) => !known.has(condition.attribute));
  if (unknown.length > 0) {
    return unknown.map(({ path }) => ({ path, message: "Names no attribute of the object" }));
  }
  try {
    compileFilter(object.attributes, conditions);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const issues = error.issues ?? [];
    return issues.map(({ path, message }) => ({ path: path.replace(/^filter/, "conditions"), message }));
  }
}

async function mayWaitForForm(tx: Db, scope: WorkspaceScope, trigger: Given["trigger"]): Promise<boolean> {
  if (!("form_id" in trigger) || trigger.form_id === null) return true;
  return isForm(tx, scope, trigger.form_id);
}

/**
 * Makes sure that somebody may see what sets an automation off, which its actions can send anywhere, and may do by hand
 * what it does. @throws AppError forbidden
 */
export function checkAuthority(
  { permissions }: WorkspaceScope,
  trigger: { type: TriggerType },
  actions: readonly { type: string }[],
): void {
  for (const slug of permissionsOf(trigger, actions)) {
    if (permissions.has(slug)) continue;
    const isTrigger = slug === PERMISSION_OF_TRIGGER[trigger.type];
    const detail = isTrigger
      ? `You don't have permission to see the data of ${trigger.type} events: that needs ${slug}`
      : `An automation that changes or enrols records needs ${slug}, which you don't have`;
    const issues = [{ path: isTrigger ? "trigger.type" : "actions", message: detail }];
    throw new AppError("forbidden", detail, { issues });
  }
}

/**
 * Makes sure that an automation's trigger, conditions and actions fit each other and the workspace, and gives the
 * actions as they are to be stored.
 * @param stored the actions it has now, whose ids and header values may be kept
 * @throws AppError invalid that names every place that is wrong, forbidden as `checkAuthority`
 */
export async function checkAutomation(
  tx: Db,
  scope: WorkspaceScope,
  { trigger, conditions, actions }: Given,
  stored: readonly Action[],
  now: Date,
): Promise<{ objectId: string | null; actions: Action[] }> {
  checkAuthority(scope, trigger, actions);
  const objects = new Map((await getObjects(tx, scope.workspaceId, now)).map((row) => [row.slug, row]));
  const around: Surroundings = {
    trigger,
    objects,
    object: "object" in trigger ? objects.get(trigger.object) : undefined,
    hasForm: await mayWaitForForm(tx, scope, trigger),
    sequences: await listSequenceObjects(
      tx,
      scope,
      actions.flatMap((action) => ("sequence_id" in action ? [action.sequence_id] : [])),
    ),
    members: new Set(
      await findMembers(
        tx,
        scope.workspaceId,
        actions.flatMap((action) => (action.type === "notify" ? action.developer_ids : [])),
      ),
    ),
  };
  const issues = [...triggerIssues(around), ...conditionIssues(conditions, around)];
  const vocabulary = vocabularyOf(trigger.type, around.object?.attributes.map(({ slug }) => slug) ?? []);
  const kept = new Map(stored.map((action) => [action.id, action]));
  const sealed = actions.map((action, index): Action => {
    const path = `actions.${index}`;
    if (action.id !== undefined && !kept.has(action.id)) {
      issues.push({ path: `${path}.id`, message: "No such action of this automation, or named twice" });
    }
    issues.push(...actionIssues(action, path, around));
    issues.push(
      ...Object.entries(templatesOf(action)).flatMap(([key, value]) =>
        placeholderIssues(value, `${path}.${key}`, vocabulary),
      ),
    );
    const before = kept.get(action.id ?? "");
    kept.delete(action.id ?? "");
    const id = action.id ?? uuidv7();
    if (action.type !== "http_request") return { ...action, id };
    const request = sealRequest(action, id, before?.type === "http_request" ? before : undefined);
    issues.push(...request.issues.map((issue) => ({ ...issue, path: `${path}.${issue.path}` })));
    return { ...request.sealed, id };
  });
  if (issues.length > 0) throw invalidBody(issues);
  return { objectId: around.object?.id ?? null, actions: sealed };
}
