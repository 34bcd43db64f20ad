import { z } from "zod";
import type { PermissionSlug } from "@/lib/access/catalog";
import { isAbout, PERMISSION_OF_TRIGGER } from "@/lib/crm/automations/catalog";
import type { NewRun, RunCause, RunHealth, RunRow } from "@/lib/crm/automations/runs/store";
import {
  Action,
  type Automation,
  type AutomationRun,
  type AutomationRunDetail,
  RunStatus,
  TriggerType,
} from "@/lib/crm/automations/schema";
import type { AutomationRow } from "@/lib/crm/automations/store";
import { Filter } from "@/lib/crm/records/schema";
import type { AutomationRunAction } from "@/lib/platform/rows";
import type { WebhookEvent } from "@/lib/webhooks/emit";

type Stored = Pick<AutomationRow, "triggerType" | "object" | "triggerAttributes" | "formId">;

/** What sets an automation off, as it is written. */
function presentTrigger(row: Stored): Automation["trigger"] {
  const type = TriggerType.parse(row.triggerType);
  if (isAbout(type, "fields")) return { type };
  if (isAbout(type, "form")) return { type, form_id: row.formId };
  const object = row.object?.slug ?? "";
  return isAbout(type, "changed_record")
    ? { type, object, attributes: row.triggerAttributes }
    : { type, object };
}

/** An automation's actions without the values of headers, which are never shown again. */
function presentActions(actions: unknown): z.input<typeof Action>[] {
  return z
    .array(Action)
    .parse(actions)
    .map((action) =>
      action.type === "http_request"
        ? { ...action, headers: action.headers.map(({ name }) => ({ name, value: null })) }
        : action,
    );
}

/** An automation; without its health one that never ran. */
export function presentAutomation(row: AutomationRow, health?: RunHealth): Automation {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    is_active: row.isActive,
    trigger: presentTrigger(row),
    conditions: Filter.nullable().parse(row.conditions),
    actions: presentActions(row.actions),
    failures_in_a_row: row.failuresInARow,
    disabled_reason: row.disabledReason,
    health: {
      runs: health?.runs ?? 0,
      failures: health?.failures ?? 0,
      last_run_at: health?.lastRunAt?.toISOString() ?? null,
      last_run_status: RunStatus.nullable().parse(health?.lastRunStatus ?? null),
    },
    created_by_id: row.createdById,
    owner: row.owner ?? row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** What the audit log keeps of an automation: nothing that a header or body may contain. */
export function auditOf(row: AutomationRow) {
  const actions = presentActions(row.actions).map(({ type }) => type);
  return { name: row.name, is_active: row.isActive, trigger: presentTrigger(row), actions };
}

/** A run, without what it did. */
export function presentRun(row: RunRow): AutomationRun {
  return {
    id: row.id,
    automation_id: row.automationId,
    automation_name: row.automation.name,
    trigger: TriggerType.parse(row.triggerType),
    object: row.automation.object?.slug ?? null,
    record_id: row.recordId,
    record_title: row.recordTitle,
    depth: row.depth,
    cause_run_id: row.causeRunId,
    status: row.status as AutomationRun["status"],
    error: row.error,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

/**
 * A run with what it did, action by action.
 * @param permissions of the reader: without the one that its trigger needs, the content is left out
 */
export function presentRunDetail(
  row: RunRow & { actions: AutomationRunAction[]; cause: RunCause | null },
  permissions: ReadonlySet<PermissionSlug>,
): AutomationRunDetail {
  const { cause } = row;
  const isWithheld = !permissions.has(PERMISSION_OF_TRIGGER[TriggerType.parse(row.triggerType)]);
  return {
    ...presentRun(row),
    is_withheld: isWithheld,
    cause: cause && { automation_id: cause.id, automation_name: cause.name },
    actions: row.actions.map((action) => ({
      action_id: action.actionId,
      type: action.type,
      status: action.status as "completed" | "failed",
      input: isWithheld ? null : action.input,
      result: isWithheld ? null : action.result,
      error: action.error,
      duration_ms: action.durationMs,
      finished_at: action.finishedAt.toISOString(),
    })),
  };
}

/** What subscribers hear when a run has ended. */
export function runEnded(
  workspaceId: string,
  run: Pick<NewRun, "id" | "automationId" | "recordId" | "error">,
): WebhookEvent {
  const { id, automationId, recordId, error } = run;
  const facts = { automation_id: automationId, run_id: id, record_id: recordId };
  return error === null
    ? { workspaceId, type: "automation.run.completed", data: { ...facts, status: "completed" } }
    : { workspaceId, type: "automation.run.failed", data: { ...facts, status: "failed", error } };
}
