import {
  RUN_HELD_MS,
  RUN_REQUEST_HELD_MS,
  RUN_REQUEST_TURN_MS,
  RUN_RETRY_MS_MAX,
  RUN_RETRY_MS_MIN,
  RUN_TURN_MS,
} from "@/lib/crm/automations/limits";
import { runAutomation } from "@/lib/crm/automations/run-automation";
import { claimRun, holdRun } from "@/lib/crm/automations/runs/store";
import { inRequestPlace } from "@/lib/crm/requests/in-request-place";
import type { Outcome } from "@/lib/jobs/define-job";
import { takeTurn } from "@/lib/jobs/take-turn";
import { log } from "@/lib/platform/log";

const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** Does a workspace's next run as far as this part goes. A run that can't be done now keeps no other one waiting. */
async function doNextRun(workspaceId: string, part: "database" | "requests", at: Date): Promise<boolean> {
  const sends = part === "requests";
  const run = await claimRun(workspaceId, sends, at, later(at, sends ? RUN_REQUEST_HELD_MS : RUN_HELD_MS));
  if (!run) return false;
  try {
    await runAutomation(run.id, part, at);
  } catch (error) {
    log.error({ err: error, run_id: run.id, workspace_id: workspaceId }, "an automation's run failed");
    const ageMs = at.getTime() - run.since.getTime();
    await holdRun(run.id, later(at, Math.min(Math.max(ageMs, RUN_RETRY_MS_MIN), RUN_RETRY_MS_MAX)));
  }
  return true;
}

/** Does what a workspace's runs do to the database, one run after the other, for one turn. */
export async function takeRunTurn(workspaceId: string, now: Date): Promise<Outcome> {
  return takeTurn(now, RUN_TURN_MS, (at) => doNextRun(workspaceId, "database", at));
}

/** Sends the requests of a workspace's runs one after the other, for one turn, if it has a place left. */
export async function takeRunRequestTurn(workspaceId: string, now: Date): Promise<Outcome> {
  return inRequestPlace(workspaceId, now, () =>
    takeTurn(now, RUN_REQUEST_TURN_MS, (at) => doNextRun(workspaceId, "requests", at)),
  );
}
