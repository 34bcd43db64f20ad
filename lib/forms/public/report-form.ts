import { recordAudit, SERVICE_ACTOR } from "@/lib/audit/store";
import { getPublicFormRow } from "@/lib/forms/public/get-public-form";
import { limitVisits } from "@/lib/forms/public/submit-form";
import type { ReportForm } from "@/lib/forms/schema";
import { transaction } from "@/lib/platform/database";
import { log } from "@/lib/platform/log";

/**
 * Notes that a visitor takes a form for abuse: in the workspace's audit trail and in the log of the service.
 * @throws AppError not_found, too_many_requests
 */
export async function reportForm(
  formId: string,
  body: ReportForm,
  ip: string | null,
  now: Date,
): Promise<void> {
  const { id, workspaceId, name } = await getPublicFormRow(formId);
  await limitVisits("reports", id, ip, now);
  const target = { type: "form", id };
  const entry = { action: "form.reported", target, after: { name, ...body } };
  await transaction((tx) => recordAudit(tx, { workspaceId, actor: SERVICE_ACTOR }, entry, now));
  log.warn({ form_id: id, workspace_id: workspaceId, reason: body.reason }, "a visitor reported a form");
}
