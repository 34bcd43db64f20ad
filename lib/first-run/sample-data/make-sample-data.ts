import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import type { PermissionSlug } from "@/lib/access/catalog";
import { recordAudit } from "@/lib/audit/store";
import { makeForm } from "@/lib/first-run/sample-data/parts/make-form";
import { makeProject } from "@/lib/first-run/sample-data/parts/make-project";
import { makeRecords } from "@/lib/first-run/sample-data/parts/make-records";
import { makeTable } from "@/lib/first-run/sample-data/parts/make-table";
import { makeWebhook } from "@/lib/first-run/sample-data/parts/make-webhook";
import { presentSampleData } from "@/lib/first-run/sample-data/present";
import type { SampleData } from "@/lib/first-run/sample-data/schema";
import { insertMarks, listMarks, type Mark } from "@/lib/first-run/sample-data/store";
import { AppError } from "@/lib/http/app-error";
import { type Db, db } from "@/lib/platform/database";

type Part = (tx: Db, scope: WorkspaceScope, now: Date) => Promise<Mark[]>;

/** The parts, in the order of locks, each with what it takes to make the like by hand. */
const PARTS: readonly { permissions: readonly PermissionSlug[]; make: Part }[] = [
  { permissions: ["can_create_projects", "can_manage_projects", "can_edit_tasks"], make: makeProject },
  { permissions: ["can_manage_tables", "can_edit_rows"], make: makeTable },
  { permissions: ["can_edit_records"], make: makeRecords },
  { permissions: ["can_manage_webhooks"], make: makeWebhook },
  { permissions: ["can_manage_forms"], make: makeForm },
];

/**
 * Fills a workspace with sample data, as far as the actor may make the like by hand; asked for again, it changes nothing
 * while there is some. Nobody hears of it: no webhook, no automation, no mail.
 * @throws AppError forbidden where the actor may make no part of it, conflict and payment_required where a part finds no
 *   place left; then nothing is made
 */
export async function makeSampleData(scope: WorkspaceScope, now: Date): Promise<SampleData> {
  await changeAccess(scope, "can_manage_settings", async (tx, current) => {
    if ((await listMarks(tx, current)).length > 0) return;
    const may = PARTS.filter(({ permissions }) => permissions.every((each) => current.permissions.has(each)));
    if (may.length === 0)
      throw new AppError("forbidden", "Your role may not create anything that sample data consists of");
    const marks: Mark[] = [];
    for (const { make } of may) marks.push(...(await make(tx, current, now)));
    await insertMarks(tx, current, marks, now);
    const target = { type: "workspace", id: current.workspaceId };
    const after = { things: marks.length };
    await recordAudit(tx, current, { action: "sample_data.created", target, after }, now);
  });
  return presentSampleData(await listMarks(db(), scope), []);
}
