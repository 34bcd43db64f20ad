import type { WorkspaceScope } from "@/lib/access/authorise";
import { SUMMARISED_MAX, SUMMARY_TEXTS_MAX } from "@/lib/forms/limits";
import { getFormRow } from "@/lib/forms/list-forms";
import { averageOf, barsOf, isCounted } from "@/lib/forms/submissions/rules";
import type { SubmissionSummary } from "@/lib/forms/submissions/schema";
import { summariseAnswers } from "@/lib/forms/submissions/store";
import { db } from "@/lib/platform/database";

/** What a form's submissions answer, question by question, spam left aside. @throws AppError not_found */
export async function summariseSubmissions(
  scope: WorkspaceScope,
  formId: string,
): Promise<SubmissionSummary> {
  const form = await getFormRow(db(), scope, formId);
  const counted = form.fields.filter(isCounted).map(({ key }) => key);
  const found = await summariseAnswers(form, counted, [SUMMARISED_MAX, SUMMARY_TEXTS_MAX]);
  return {
    submissions: Math.min(found.submissions, SUMMARISED_MAX),
    is_cut: found.submissions > SUMMARISED_MAX,
    fields: form.fields.map((field) => {
      const counts = found.counts.filter(({ key }) => key === field.key);
      const texts = field.type === "file" ? [] : found.texts.filter(({ key }) => key === field.key);
      return {
        key: field.key,
        label: field.label,
        type: field.type,
        answered: found.answered[field.key] ?? 0,
        bars: barsOf(field, counts),
        average: averageOf(field, counts),
        texts: texts.map(({ text }) => text),
      };
    }),
  };
}
