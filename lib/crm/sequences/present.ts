import { z } from "zod";
import { type Enrollment, type EnrollmentDetail, type Sequence, Step } from "@/lib/crm/sequences/schema";
import type { EnrollmentDetailRow, EnrollmentRow, SequenceRow } from "@/lib/crm/sequences/store";

/** A sequence; its steps without the values of headers, which are never shown again. */
export function presentSequence(row: SequenceRow): Sequence {
  const steps = z
    .array(Step)
    .parse(row.steps)
    .map((step) =>
      step.type === "http_request"
        ? { ...step, headers: step.headers.map(({ name }) => ({ name, value: null })) }
        : step,
    );
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    object: row.object.slug,
    is_paused: row.isPaused,
    paused_reason: row.pausedReason,
    steps,
    open_enrollments: row._count.enrollments,
    created_by_id: row.createdById,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** What the audit log keeps of a sequence: nothing that a header or body may contain. */
export function auditOf(row: SequenceRow) {
  const steps = z.array(Step).parse(row.steps);
  return { name: row.name, is_paused: row.isPaused, steps: steps.map(({ type }) => type) };
}

/** A record's way through a sequence. */
export function presentEnrollment(row: EnrollmentRow): Enrollment {
  return {
    id: row.id,
    sequence_id: row.sequenceId,
    sequence_name: row.sequence.name,
    record_id: row.recordId,
    record_title: row.recordTitle,
    status: row.status as Enrollment["status"],
    step_id: row.stepId,
    next_step_at: row.nextStepAt?.toISOString() ?? null,
    exit_reason: row.exitReason,
    steps_failed: row.steps.filter(({ status }) => status === "failed").length,
    steps_retrying: row.steps.filter(({ retry }) => retry !== null).length,
    enrolled_by_id: row.enrolledById,
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}

/** The same with the steps that were done. */
export function presentEnrollmentDetail(row: EnrollmentDetailRow): EnrollmentDetail {
  return {
    ...presentEnrollment(row),
    steps_done: row.steps.map((step) => ({
      step_id: step.stepId,
      type: step.type,
      status: step.status as "completed" | "failed",
      result: step.result,
      error: step.error,
      finished_at: step.finishedAt.toISOString(),
      is_retrying: step.retry !== null,
    })),
  };
}
