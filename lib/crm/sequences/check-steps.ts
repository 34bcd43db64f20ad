import { v7 as uuidv7 } from "uuid";
import type { WorkspaceScope } from "@/lib/access/authorise";
import type { PermissionSlug } from "@/lib/access/catalog";
import type { ObjectRow } from "@/lib/crm/objects/get-object";
import { findMembers } from "@/lib/crm/records/store";
import { sealRequest } from "@/lib/crm/requests/seal-request";
import type { GivenStep, Step } from "@/lib/crm/sequences/schema";
import { placeholderIssues } from "@/lib/crm/templates/rules";
import { AppError, type Issue, invalidBody } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";

/** What it takes to have a sequence's requests carry what records hold. */
export const SIGHT = "can_view_crm" satisfies PermissionSlug;

/** The parts of a step that may contain placeholders. */
function templatesOf(step: GivenStep): Record<string, unknown> {
  if (step.type === "task") return { title: step.title };
  return step.type === "http_request" ? { url: step.url, body: step.body } : {};
}

/** Checks that the owner of steps may see records: steps can send a record's content anywhere. */
export function requireSight({ permissions }: Pick<WorkspaceScope, "permissions">): void {
  if (permissions.has(SIGHT)) return;
  throw new AppError("forbidden", `Steps carry what records hold: that needs ${SIGHT}, which you don't have`);
}

/**
 * Makes sure that a sequence's steps fit its object and the workspace, and gives them as they are to be stored.
 * @param stored the steps it has now, whose ids and header values may be kept
 * @throws AppError invalid that names every place that is wrong, forbidden for who may not see records
 */
export async function checkSteps(
  tx: Db,
  { workspaceId, permissions }: WorkspaceScope,
  object: ObjectRow,
  steps: readonly GivenStep[],
  stored: readonly Step[],
): Promise<Step[]> {
  requireSight({ permissions });
  const assignees = steps.flatMap((step) =>
    step.type === "task" && step.assignee_id ? [step.assignee_id] : [],
  );
  const members = new Set(await findMembers(tx, workspaceId, assignees));
  const attributes = new Set(object.attributes.map(({ slug }) => slug));
  const vocabulary = { attributes, hasOld: false, hasForm: false };
  const kept = new Map(stored.map((step) => [step.id, step]));
  const issues: Issue[] = [];
  const sealed = steps.map((step, index): Step => {
    const path = `steps.${index}`;
    if (step.id !== undefined && !kept.has(step.id)) {
      issues.push({ path: `${path}.id`, message: "No such step of this sequence, or named twice" });
    }
    if (step.type === "task" && step.assignee_id && !members.has(step.assignee_id)) {
      issues.push({ path: `${path}.assignee_id`, message: "Not an active member of this workspace" });
    }
    issues.push(
      ...Object.entries(templatesOf(step)).flatMap(([key, value]) =>
        placeholderIssues(value, `${path}.${key}`, vocabulary),
      ),
    );
    const before = kept.get(step.id ?? "");
    kept.delete(step.id ?? "");
    const id = step.id ?? uuidv7();
    if (step.type !== "http_request") return { ...step, id };
    const request = sealRequest(step, id, before?.type === "http_request" ? before : undefined);
    issues.push(...request.issues.map((issue) => ({ ...issue, path: `${path}.${issue.path}` })));
    return { ...request.sealed, id };
  });
  if (issues.length > 0) throw invalidBody(issues);
  return sealed;
}
