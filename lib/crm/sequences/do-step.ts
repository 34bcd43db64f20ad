import { isActiveMember } from "@/lib/access/store";
import { getObject } from "@/lib/crm/objects/get-object";
import { shownValues } from "@/lib/crm/records/rules";
import { findRecords } from "@/lib/crm/records/store";
import { RequestFailed, renderRequest, sendRequest } from "@/lib/crm/requests/send-request";
import type { Step } from "@/lib/crm/sequences/schema";
import { lockSequenceShared } from "@/lib/crm/sequences/store";
import { addCrmTask } from "@/lib/crm/tasks/create-task";
import { TASK_TITLE_CHARS_MAX } from "@/lib/crm/tasks/limits";
import { renderText, type Subject, TemplateError } from "@/lib/crm/templates/rules";
import { type Db, db } from "@/lib/platform/database";
import type { SequenceEnrollment } from "@/lib/platform/rows";

/** What became of a step, as it is written down. */
export type StepResult = { result?: { [key: string]: string | number }; error: string | null };

/** Of a step whose record is not there any more. */
export const GONE: StepResult = { error: "The record is gone" };

/** An enrolment's record as it is now, for what texts speak of; null once it is gone or deleted. */
export async function subjectOf(
  tx: Db,
  { workspaceId, sequenceId, recordId }: SequenceEnrollment,
  now: Date,
) {
  const sequence = await lockSequenceShared(tx, workspaceId, sequenceId);
  if (!sequence) return null;
  const object = await getObject(tx, workspaceId, sequence.objectSlug, now);
  const [record] = await findRecords(tx, workspaceId, object.id, [recordId]);
  if (!record || record.deletedAt !== null) return null;
  const values = shownValues(object, record.values);
  return { record_id: recordId, object: object.slug, record: values, old: {}, form: {} } satisfies Subject;
}

/** Adds the task of an enrolment's step. A title that can't be filled in is the step's error. */
export async function giveTask(
  tx: Db,
  { id, workspaceId, recordId }: SequenceEnrollment,
  step: Extract<Step, { type: "task" }>,
  subject: Subject,
  now: Date,
): Promise<StepResult> {
  try {
    const title = renderText(step.title, subject)
      .replace(/\s+/g, " ")
      .slice(0, TASK_TITLE_CHARS_MAX)
      .toWellFormed();
    // Whoever left since the step was written gets no task: it is there for all to see.
    const isMember = step.assignee_id !== null && (await isActiveMember(tx, workspaceId, step.assignee_id));
    const assigneeId = isMember ? step.assignee_id : null;
    const task = await addCrmTask(
      tx,
      workspaceId,
      { recordId, title, assigneeId, dueOn: null, enrollmentId: id },
      null,
      now,
    );
    return { result: { task_id: task.id }, error: null };
  } catch (error) {
    if (error instanceof TemplateError) return { error: error.message };
    throw error;
  }
}

/**
 * Sends the request of an enrolment's step. Each time it has the same idempotency key, by which a receiver can tell that
 * it is the same request.
 */
export async function sendStep(
  enrollment: SequenceEnrollment,
  step: Extract<Step, { type: "http_request" }>,
  now: Date,
): Promise<StepResult> {
  const subject = await subjectOf(db(), enrollment, now);
  if (!subject) return GONE;
  const { old: _old, form: _form, ...record } = subject;
  const standard = { sequence_id: enrollment.sequenceId, enrollment_id: enrollment.id, ...record };
  try {
    const rendered = renderRequest(step, subject, standard);
    return {
      result: await sendRequest(rendered, step, `${enrollment.id}:${step.id}`),
      error: null,
    };
  } catch (error) {
    if (error instanceof TemplateError || error instanceof RequestFailed) return { error: error.message };
    throw error;
  }
}
