import { v7 as uuidv7 } from "uuid";
import { checkSubmission } from "@/lib/forms/answers/rules";
import { publicFields } from "@/lib/forms/definition/rules";
import { DUPLICATE_WINDOW_MS, UPLOAD_CLAIM_MAX_MS } from "@/lib/forms/limits";
import { getPublicFormRow } from "@/lib/forms/public/get-public-form";
import { fingerprintOf, spamReasons } from "@/lib/forms/public/judge-spam";
import { solvedChallenge } from "@/lib/forms/public/proof-of-work";
import { type FieldRule, type FormValues, formState } from "@/lib/forms/rules";
import type { SubmitForm, Submitted } from "@/lib/forms/schema";
import { countVisit, type FormRow } from "@/lib/forms/store";
import { acceptSubmission } from "@/lib/forms/submissions/accept-submission";
import type { SpamReason } from "@/lib/forms/submissions/schema";
import { hasLike, hasSame, insertSubmission } from "@/lib/forms/submissions/store";
import { claimUploads } from "@/lib/forms/uploads/store";
import { AppError, type Issue } from "@/lib/http/app-error";
import { checkLimits } from "@/lib/limits/check-limits";
import { transaction, violatedKey } from "@/lib/platform/database";

function invalid(issues: readonly Issue[]): AppError {
  return new AppError("invalid", "The answers are not valid.", { issues: [...issues] });
}

/** Refuses what a form does not take any more. @throws AppError conflict */
function checkOpen(form: FormRow, now: Date): void {
  const state = formState(form, now);
  if (state === "closed") throw new AppError("conflict", "This form is closed");
  if (state === "full") throw new AppError("conflict", "This form takes no more answers");
}

/** Limits how often one address, and everyone together, can do something with a form. @throws AppError too_many_requests */
export async function limitVisits(
  kind: "submits" | "uploads" | "reports",
  formId: string,
  ip: string | null,
  now: Date,
): Promise<void> {
  await checkLimits(
    [
      { limit: `form_${kind}_per_form`, key: formId },
      ...(ip === null ? [] : [{ limit: `form_${kind}_per_ip` as const, key: ip }]),
    ],
    now,
  );
}

function fileAnswers(
  fields: readonly FieldRule[],
  values: FormValues,
): { field: string; uploadId: string }[] {
  return fields.flatMap(({ key, type }) => {
    const value = type === "file" ? values[key] : undefined;
    return typeof value === "string" ? [{ field: key, uploadId: value }] : [];
  });
}

async function reasonsFor(
  form: FormRow,
  fields: readonly FieldRule[],
  body: SubmitForm,
  given: { values: FormValues; fingerprint: string | null },
  now: Date,
): Promise<SpamReason[]> {
  const { ticket, website } = body;
  const reasons = spamReasons(form.id, fields, { values: given.values, ticket, website }, now);
  const since = new Date(now.getTime() - DUPLICATE_WINDOW_MS);
  const isRepeated = given.fingerprint !== null && (await hasLike(form.id, given.fingerprint, since));
  return isRepeated ? [...reasons, "duplicate"] : reasons;
}

/**
 * Accepts a visitor's answers. Suspected spam gets the same response and is set aside: it goes nowhere until a member
 * says that it is not spam. Everything that follows from a submission is in one transaction with it.
 * @throws AppError not_found; conflict if the form is closed or full; invalid with one issue per field;
 * too_many_requests
 */
export async function submitForm(
  formId: string,
  body: SubmitForm,
  ip: string | null,
  now: Date,
): Promise<Submitted> {
  const form = await getPublicFormRow(formId);
  await limitVisits("submits", form.id, ip, now);
  const fields = publicFields(form.fields);
  const { values, issues } = checkSubmission(fields, body.values);
  const id = body.submission_id ?? uuidv7();
  const answer = {
    submission_id: id,
    message: form.thankYouText,
    ...(form.redirectUrl === null ? {} : { redirect_url: form.redirectUrl }),
  };
  const isSent = () => hasSame(form.id, id, values);
  // Before all else: the first submission may have filled the form and used up the challenge.
  if (body.submission_id !== undefined && (await isSent())) return answer;
  checkOpen(form, now);
  if (issues.length > 0) throw invalid(issues);
  const challenge = form.proofOfWork ? solvedChallenge(form.id, body.captcha ?? "", now) : null;
  if (form.proofOfWork && challenge === null) {
    throw invalid([{ path: "captcha", message: "The spam check failed: reload the form" }]);
  }
  const fingerprint = fingerprintOf(form.id, fields, values, ip);
  const reasons = await reasonsFor(form, fields, body, { values, fingerprint }, now);
  const isSpam = reasons.length > 0;
  const files = fileAnswers(fields, values);
  const submission = {
    id,
    workspaceId: form.workspaceId,
    formId: form.id,
    values,
    isSpam,
    spamReasons: reasons,
    fingerprint,
    challenge,
    createdAt: now,
  };
  await transaction(async (tx) => {
    await insertSubmission(tx, submission);
    const claimed = await claimUploads(tx, submission, files, new Date(now.getTime() - UPLOAD_CLAIM_MAX_MS));
    const lost = files.filter(({ field }) => !claimed.has(field));
    if (lost.length > 0) {
      throw invalid(
        lost.map(({ field }) => ({
          path: `values.${field}`,
          message: "The file is missing: add it again",
        })),
      );
    }
    if (!isSpam) await acceptSubmission(tx, form, submission, now);
    // Last: all other submissions wait for the form's row ("Lock order" in lib/README.md).
    if (!(await countVisit(tx, form.id, isSpam, now))) {
      throw new AppError("conflict", "This form takes no more answers");
    }
  }).catch(async (error: unknown) => {
    const key = violatedKey(error);
    if (key === "form_submission_challenge_key") {
      throw invalid([{ path: "captcha", message: "The spam check was already used: reload the form" }]);
    }
    if (key !== "form_submission_pkey") throw error;
    if (await isSent()) return;
    throw invalid([{ path: "submission_id", message: "Other answers were sent with it: use a new one" }]);
  });
  return answer;
}
