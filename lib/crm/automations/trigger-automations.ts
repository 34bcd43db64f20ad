import { v7 as uuidv7 } from "uuid";
import { isAboutRecord } from "@/lib/crm/automations/catalog";
import { enqueueRunRequests, enqueueRuns } from "@/lib/crm/automations/enqueue-runs";
import { RUNS_PER_STATEMENT_MAX } from "@/lib/crm/automations/limits";
import { runEnded } from "@/lib/crm/automations/present";
import { conditionValues, type Happening, isSetOff, meets, refusalOf } from "@/lib/crm/automations/rules";
import { findChain, insertRuns, type NewRun } from "@/lib/crm/automations/runs/store";
import { listTriggered } from "@/lib/crm/automations/store";
import { Filter } from "@/lib/crm/records/schema";
import { chunks } from "@/lib/platform/chunks";
import type { Db } from "@/lib/platform/database";
import { emitAll } from "@/lib/webhooks/emit";

/**
 * Triggers the automations that wait for what happened in a workspace, in the same transaction: each active one whose
 * conditions are met gets a run and its job. Conditions are checked now, so that a run is about the record as it was
 * when it changed; automations whose conditions are not met leave no trace. A run that would be too deep, or one too
 * many in its chain, is recorded as failed and never starts (contract section 5).
 * @param causeRunId the run that caused it; null for a person or program
 */
export async function triggerAutomations(
  tx: Db,
  workspaceId: string,
  happenings: readonly Happening[],
  causeRunId: string | null,
  now: Date,
): Promise<void> {
  const types = new Set(happenings.map(({ type }) => type));
  const automations = await listTriggered(tx, workspaceId, [...types]);
  const waiting = automations.map((automation) => ({
    automation,
    conditions: Filter.nullable().parse(automation.conditions),
    phones: new Set(automation.object?.attributes.map(({ slug }) => slug)),
  }));
  const pairs = happenings.flatMap((happening) => {
    const values = conditionValues(happening.type, happening.subject);
    const areAll = isAboutRecord(happening.type);
    return waiting
      .filter(
        ({ automation, conditions, phones }) =>
          isSetOff(automation, happening) && meets(conditions, values, { phones, areAll }),
      )
      .map(({ automation }) => ({ automation, happening }));
  });
  if (pairs.length === 0) return;
  const chain = causeRunId === null ? null : await findChain(tx, causeRunId);
  const depth = (chain?.depth ?? 0) + 1;
  const runs = pairs.map(({ automation, happening }, index): NewRun => {
    const id = uuidv7();
    const error = refusalOf(depth, (chain?.runs ?? 0) + (chain ? index : 0));
    return {
      id,
      automationId: automation.id,
      triggerType: happening.type,
      recordId: happening.subject.record_id,
      subject: happening.subject,
      depth,
      rootRunId: chain?.rootRunId ?? id,
      causeRunId,
      status: error === null ? "pending" : "failed",
      error,
      finishedAt: error === null ? null : now,
    };
  });
  const needs = { database: false, requests: false };
  for (const some of chunks(runs, RUNS_PER_STATEMENT_MAX)) {
    const { database, requests } = await insertRuns(tx, workspaceId, some, now);
    needs.database ||= database;
    needs.requests ||= requests;
  }
  if (needs.database) await enqueueRuns(tx, workspaceId, now);
  if (needs.requests) await enqueueRunRequests(tx, workspaceId, now);
  const refused = runs.filter(({ status }) => status === "failed");
  await emitAll(
    tx,
    refused.map((run) => runEnded(workspaceId, run)),
    now,
  );
}
