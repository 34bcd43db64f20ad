import { randomUUID } from "node:crypto";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { ANSWERS, FORM } from "@/lib/first-run/sample-data/catalog";
import { insertSubmissions, type Mark } from "@/lib/first-run/sample-data/store";
import { checkFormsLeft } from "@/lib/forms/check-forms-left";
import { CreateForm } from "@/lib/forms/schema";
import { insertForm } from "@/lib/forms/store";
import type { Db } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";

/** A published form with answers. @throws AppError conflict when the workspace has as many forms as it may */
export async function makeForm(tx: Db, scope: WorkspaceScope, now: Date): Promise<Mark[]> {
  await checkFormsLeft(tx, scope);
  const { is_public, is_indexed, submit_label, thank_you_text, ...form } = CreateForm.parse(FORM);
  const settings = {
    name: form.name,
    description: form.description,
    fields: form.fields,
    isPublic: is_public,
    isIndexed: is_indexed,
    color: null,
    submitLabel: submit_label,
    thankYouText: thank_you_text,
    redirectUrl: null,
    closesAt: null,
    responsesMax: null,
    destination: null,
    embedOrigins: [],
    proofOfWork: false,
    sendsReceipt: false,
  };
  const { id: formId, workspaceId } = await insertForm(tx, scope, settings, now);
  const rows = ANSWERS.map(({ hoursAgo, ...values }) => {
    const createdAt = new Date(now.getTime() - hoursAgo * HOUR_MS);
    const judged = { isSpam: false, spamReasons: [] };
    return { id: randomUUID(), workspaceId, formId, values, ...judged, toldAt: createdAt, createdAt };
  });
  const [latest] = rows;
  await insertSubmissions(tx, formId, rows, latest?.createdAt ?? now);
  return [{ kind: "form", id: formId }, ...rows.map(({ id }): Mark => ({ kind: "submission", id }))];
}
