import type { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import type { PermissionSlug } from "@/lib/access/catalog";
import { type FirstSteps, StepKey } from "@/lib/first-run/steps/schema";
import { findTaken } from "@/lib/first-run/steps/store";
import { env } from "@/lib/platform/env";
import { isCodeHostConfigured } from "@/lib/repositories/code-host";

/** What a step takes; an API token is everybody's to make. */
const PERMISSIONS: Partial<Record<StepKey, PermissionSlug>> = {
  invite: "can_invite_members",
  record: "can_edit_records",
  project: "can_create_projects",
  form: "can_manage_forms",
  table: "can_manage_tables",
  webhook: "can_manage_webhooks",
  device: "can_manage_projects",
  repository: "can_manage_repositories",
};

/** What is there to begin with, one step an area: those that the actor may take and this installation can do. */
export async function getFirstSteps(scope: WorkspaceScope, now: Date): Promise<z.input<typeof FirstSteps>> {
  const { sample, ...taken } = await findTaken(scope, now);
  const steps = StepKey.options.filter((key) => {
    const permission = PERMISSIONS[key];
    if (permission !== undefined && !scope.permissions.has(permission)) return false;
    return key !== "repository" || isCodeHostConfigured();
  });
  return {
    steps: steps.map((key) => ({ key, is_done: taken[key] })),
    sends_mail: env().SMTP_URL !== undefined,
    has_sample_data: sample,
  };
}
