import { z } from "zod";
import { listHolders } from "@/lib/access/list-holders";
import { findPermissions } from "@/lib/access/store";
import { enqueueRunRequests, enqueueRuns } from "@/lib/crm/automations/enqueue-runs";
import {
  FAILURES_IN_A_ROW_MAX,
  RUN_ERROR_CHARS_MAX,
  RUNS_SKIPPED_AT_ONCE,
} from "@/lib/crm/automations/limits";
import { listBuilders, notifyFailed, notifySwitchedOff } from "@/lib/crm/automations/notify-builders";
import { runEnded } from "@/lib/crm/automations/present";
import { type RenderedAction, renderAction } from "@/lib/crm/automations/render-action";
import { hasEnded, permissionsOf } from "@/lib/crm/automations/rules";
import {
  endRun,
  findRunAtWork,
  insertRunAction,
  listDoneActions,
  lockRun,
  type NewRunAction,
  passRunOn,
  type RunAtWork,
  skipRunsTakenBack,
  startRun,
} from "@/lib/crm/automations/runs/store";
import { Action, TriggerType } from "@/lib/crm/automations/schema";
import { countFailure, forgetFailures, switchOff } from "@/lib/crm/automations/store";
import { isLive, isTakenBack } from "@/lib/crm/records/store";
import { createRecordAs, updateRecordsAs } from "@/lib/crm/records/write-records";
import type { Writer } from "@/lib/crm/records/writer";
import { RequestFailed, sendRequest } from "@/lib/crm/requests/send-request";
import { enrollRecord } from "@/lib/crm/sequences/enroll-record";
import { exitEnrollments } from "@/lib/crm/sequences/exit-enrollments";
import { type Subject, TemplateError } from "@/lib/crm/templates/rules";
import { AppError } from "@/lib/http/app-error";
import { notifyMembers } from "@/lib/notifications/notify-members";
import { type Db, db, type Prisma, transaction } from "@/lib/platform/database";
import { emit } from "@/lib/webhooks/emit";

/** Why an action failed, in words for its author; null for a fault of ours, which is worth another try. */
function reasonOf(error: unknown): string | null {
  if (error instanceof AppError) {
    const [issue] = error.issues ?? [];
    return (issue ? `${issue.path}: ${issue.message}` : error.message).slice(0, RUN_ERROR_CHARS_MAX);
  }
  return error instanceof TemplateError || error instanceof RequestFailed ? error.message : null;
}

function subjectOf(run: RunAtWork): Subject {
  return run.subject as Subject;
}

function recordOf(run: RunAtWork): { recordId: string; object: string } {
  const { recordId } = run;
  const { object } = subjectOf(run);
  if (recordId === null || object === null) throw new AppError("conflict", "There is no record to work on");
  return { recordId, object };
}

function linkOf(run: RunAtWork): string | null {
  const { record_id, object } = subjectOf(run);
  return record_id && object ? `/w/${run.workspace.slug}/crm/${object}/${record_id}` : null;
}

/** Does an action's database work, and returns the result. */
async function perform(tx: Db, run: RunAtWork, action: RenderedAction, now: Date): Promise<object> {
  const { workspaceId, automationId } = run;
  const writer: Writer = {
    workspaceId,
    actor: { kind: "automation", developerId: null, causeId: automationId },
    causeRunId: run.id,
  };
  switch (action.type) {
    case "create_record": {
      const { id } = await createRecordAs(tx, writer, action.object, action.values, now);
      return { record_id: id };
    }
    case "update_record": {
      const { recordId, object } = recordOf(run);
      const changed = await updateRecordsAs(tx, writer, object, [recordId], action.values, now);
      return { changed: changed.length > 0 };
    }
    case "enroll_in_sequence": {
      const { recordId } = recordOf(run);
      const row = await enrollRecord(tx, workspaceId, action.sequence_id, recordId, null, now);
      return row ? { enrollment_id: row.id } : { skipped: "The record is in this sequence already" };
    }
    case "exit_sequence": {
      const which = { sequenceId: action.sequence_id, recordIds: [recordOf(run).recordId] };
      return { exited: await exitEnrollments(tx, workspaceId, which, "automation", now) };
    }
    case "notify": {
      const { developer_ids: ids, title, body } = action;
      return {
        notified: await notifyMembers(
          tx,
          workspaceId,
          ids,
          { kind: "automation", title, body, link: linkOf(run) },
          now,
        ),
      };
    }
    case "http_request":
      throw new Error("a request is sent outside of transactions");
  }
}

/** Ends a run, updates its automation's counts, and notifies subscribers. The caller has locked the run's row. */
async function finish(tx: Db, run: RunAtWork, error: string | null, now: Date): Promise<void> {
  const { automation, workspaceId } = run;
  await endRun(tx, run.id, { status: error === null ? "completed" : "failed", error }, now);
  await emit(tx, runEnded(workspaceId, { ...run, error }), now);
  if (error === null) return forgetFailures(tx, automation.id);
  const reason = `Failed ${FAILURES_IN_A_ROW_MAX} times in a row, the last time with: ${error}`;
  if (await countFailure(tx, automation.id, FAILURES_IN_A_ROW_MAX, reason))
    await notifySwitchedOff(tx, run, reason, await listBuilders(tx, run), now);
  else await notifyFailed(tx, run, error, now);
}

/** Another job has continued the run in the meantime. */
class TakenOver extends Error {}

/** Runs `work` while the run's row is held, if it is still under way. */
async function whileRunning<T>(runId: string, work: (tx: Db) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    if ((await lockRun(tx, runId)) !== "running") throw new TakenOver();
    return work(tx);
  });
}

const TAKEN_BACK = "The import of its record was undone before this ran";
const DELETED = "Its record was deleted before this was done";

/** Whether what set a run off is undone: it must not go on, nor count as the automation's failure. */
async function isStopped({ recordId }: RunAtWork): Promise<boolean> {
  return recordId !== null && isTakenBack(recordId);
}

/**
 * Why an action that failed is nobody's fault, so that people who delete a selection don't switch an automation off; null
 * where it may be its author's.
 */
async function excuseOf(run: RunAtWork, { type }: Action): Promise<string | null> {
  if (await isStopped(run)) return TAKEN_BACK;
  const { recordId, triggerType } = run;
  const needsRecord = recordId !== null && type !== "http_request" && triggerType !== "record.deleted";
  return needsRecord && !(await isLive(recordId)) ? DELETED : null;
}

/** Ends a run without doing any more of it. */
async function skip(runId: string, reason: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const status = await lockRun(tx, runId);
    if (status !== null && !hasEnded(status))
      await endRun(tx, runId, { status: "skipped", error: reason }, now);
  });
}

/**
 * Does one action and saves its result in the same transaction, so that it is done once. Only a request may be sent
 * again after a crash. The last one ends the run with it.
 * @returns whether the run goes on: a failed action ends it too
 */
async function doAction(
  run: RunAtWork,
  action: Action,
  { position, isLast }: { position: number; isLast: boolean },
  now: Date,
): Promise<boolean> {
  const started = performance.now();
  let input: Prisma.InputJsonObject = {};
  const line = (status: "completed" | "failed"): Omit<NewRunAction, "result" | "error"> => {
    const durationMs = Math.round(performance.now() - started);
    const finishedAt = new Date(now.getTime() + durationMs);
    return {
      runId: run.id,
      actionId: action.id,
      position,
      type: action.type,
      status,
      input,
      durationMs,
      finishedAt,
    };
  };
  try {
    const ids = { automation_id: run.automationId, run_id: run.id };
    const rendered = renderAction(action, subjectOf(run), ids);
    const { type, ...rest } = rendered;
    input = rest as Prisma.InputJsonObject;
    const answer =
      action.type === "http_request" && rendered.type === "http_request"
        ? await sendRequest(rendered, action, `${run.id}:${action.id}`)
        : null;
    await whileRunning(run.id, async (tx) => {
      // Another job may have been at the same action while this one waited for the row.
      if ((await listDoneActions(tx, run.id)).has(action.id)) return;
      const result = answer ?? (await perform(tx, run, rendered, now));
      await insertRunAction(tx, {
        ...line("completed"),
        result: result as Prisma.InputJsonObject,
        error: null,
      });
      if (isLast) await finish(tx, run, null, now);
    });
    return !isLast;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    const excuse = await excuseOf(run, action);
    if (excuse !== null) {
      await skip(run.id, excuse, now);
      return false;
    }
    await whileRunning(run.id, async (tx) => {
      await insertRunAction(tx, { ...line("failed"), result: undefined, error: reason });
      await finish(tx, run, reason, now);
    });
    return false;
  }
}

/** Hands a run over to the job for its next action: a request, or work in the database. */
async function handOver({ id, workspaceId }: RunAtWork, sends: boolean, now: Date): Promise<void> {
  await whileRunning(id, async (tx) => {
    await passRunOn(tx, id, sends);
    await (sends ? enqueueRunRequests : enqueueRuns)(tx, workspaceId, now);
  });
}

async function goThrough(
  run: RunAtWork,
  actions: readonly Action[],
  part: "database" | "requests",
  now: Date,
): Promise<void> {
  const done = await listDoneActions(db(), run.id);
  for (const [position, action] of actions.entries()) {
    if (done.has(action.id)) continue;
    const isRequest = action.type === "http_request";
    if (isRequest !== (part === "requests")) return handOver(run, isRequest, now);
    const isLast = position === actions.length - 1;
    if (!(await doAction(run, action, { position, isLast }, now))) return;
  }
  await whileRunning(run.id, (tx) => finish(tx, run, null, now));
}

/** What the automation's owner lacks for this run, or null: it does what they may, now and not when they built it. */
async function lacking({ workspaceId, automation, triggerType }: RunAtWork, actions: readonly Action[]) {
  const needed = permissionsOf({ type: TriggerType.parse(triggerType) }, actions);
  const ownerId = automation.ownerId ?? automation.createdById;
  const found = ownerId === null ? undefined : await findPermissions(db(), workspaceId, [ownerId], needed);
  const owner = found?.get(ownerId ?? "");
  const slug = needed.find((each) => !owner?.permissions.has(each));
  return slug === undefined ? null : { slug, hasOwner: owner !== undefined };
}

/**
 * Ends a run that its automation may no longer do, switches the automation off, and notifies the people who can fix it.
 */
async function refuse(run: RunAtWork, { slug, hasOwner }: { slug: string; hasOwner: boolean }, now: Date) {
  const { automation, workspaceId } = run;
  // Names nobody: it is kept, also where they are erased.
  const reason = hasOwner
    ? `It runs on behalf of its owner, who lacks ${slug} now: whoever has it can switch it on, and answers for it then`
    : "It has no owner any more. Switch it on to become its owner and run it on your behalf";
  await transaction(async (tx) => {
    const status = await lockRun(tx, run.id);
    if (status === null || hasEnded(status)) return;
    await endRun(tx, run.id, { status: "skipped", error: reason }, now);
    if (!(await switchOff(tx, automation.id, reason))) return;
    const builders = await listHolders(tx, workspaceId, "can_manage_automations");
    await notifySwitchedOff(tx, run, reason, builders, now);
  });
}

/**
 * Does a run's actions in their order, those that are not done yet, and ends it at the first that fails. Safe to repeat
 * and to interrupt anywhere: each action is written down with what it did.
 * @param part what the calling job does: where the next action is of the other kind, the run is handed over
 */
export async function runAutomation(runId: string, part: "database" | "requests", now: Date): Promise<void> {
  const run = await findRunAtWork(db(), runId);
  if (!run || hasEnded(run.status)) return;
  const off = run.workspace.isActive ? (run.automation.isActive ? null : "automation") : "workspace";
  if (off !== null) return skip(runId, `The ${off} was switched off before this ran`, now);
  // Mostly it is not the only one.
  if (await isStopped(run)) {
    await skip(runId, TAKEN_BACK, now);
    return skipRunsTakenBack(run.automationId, part === "requests", TAKEN_BACK, RUNS_SKIPPED_AT_ONCE, now);
  }
  const actions = z.array(Action).parse(run.automation.actions);
  const lacks = await lacking(run, actions);
  if (lacks !== null) return refuse(run, lacks, now);
  try {
    if (run.status === "pending") await startRun(runId, now);
    await goThrough(run, actions, part, now);
  } catch (error) {
    if (!(error instanceof TakenOver)) throw error;
  }
}

/** Ends a run that could not be done for so long that it would do more harm than good. */
export async function giveUpRun(runId: string, now: Date): Promise<void> {
  const run = await findRunAtWork(db(), runId);
  if (!run) return;
  await transaction(async (tx) => {
    const status = await lockRun(tx, runId);
    if (status === null || hasEnded(status)) return;
    await finish(tx, run, "It could not run within a day", now);
  });
}
