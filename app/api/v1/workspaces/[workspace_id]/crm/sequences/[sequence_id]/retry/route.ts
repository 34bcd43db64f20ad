import { retryFailedSteps } from "@/lib/crm/sequences/retries/retry-steps";
import { RetriedSteps, RetrySteps, SequenceParams } from "@/lib/crm/sequences/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Try the failed steps of a sequence again",
  description:
    "Steps are done as the sequence is now, and records stay where they are in it. Steps that were removed, and records that are paused or left the sequence early, are passed over. A request is sent with the same `Idempotency-Key` as before.",
  permission: "can_manage_automations",
  params: SequenceParams,
  body: RetrySteps,
  makes: true,
  response: RetriedSteps,
  status: 202,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => retryFailedSteps(scope, params.sequence_id, body, now),
});
