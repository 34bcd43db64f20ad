import { formState } from "@/lib/forms/rules";
import type { Form, FormSummary } from "@/lib/forms/schema";
import type { FormRow, FormSettings } from "@/lib/forms/store";
import { env } from "@/lib/platform/env";
import { isStorageConfigured } from "@/lib/platform/storage-configured";

function common(row: FormRow, now: Date) {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    is_public: row.isPublic,
    state: formState(row, now),
    url: new URL(`/f/${row.id}`, env().BASE_URL).href,
    responses_count: row.responsesCount,
    spam_count: row.spamCount,
    last_submitted_at: row.lastSubmittedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** A form as lists show it. */
export function presentFormSummary(row: FormRow, now: Date): FormSummary {
  return { ...common(row, now), fields_count: row.fields.length };
}

/** A form as its builders see it. */
export function presentForm(row: FormRow, now: Date): Form {
  return {
    ...common(row, now),
    is_indexed: row.isIndexed,
    color: row.color,
    has_logo: row.logoType !== null,
    fields: row.fields,
    takes_files: isStorageConfigured(),
    retired_fields: row.retiredFields,
    submit_label: row.submitLabel,
    thank_you_text: row.thankYouText,
    redirect_url: row.redirectUrl,
    closes_at: row.closesAt?.toISOString() ?? null,
    responses_max: row.responsesMax,
    destination: row.destination,
    embed_origins: row.embedOrigins,
    proof_of_work: row.proofOfWork,
    sends_receipt: row.sendsReceipt,
    version: row.version,
  };
}

/** What the audit trail keeps of a form: no answers, and of its fields only the keys. */
export function auditedForm(form: FormSettings) {
  return {
    name: form.name,
    is_public: form.isPublic,
    color: form.color,
    fields: form.fields.map(({ key }) => key),
    closes_at: form.closesAt?.toISOString() ?? null,
    responses_max: form.responsesMax,
    redirect_url: form.redirectUrl,
    destination: form.destination,
    embed_origins: form.embedOrigins,
    proof_of_work: form.proofOfWork,
    sends_receipt: form.sendsReceipt,
  };
}
