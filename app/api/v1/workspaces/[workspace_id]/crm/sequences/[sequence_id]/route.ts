import { deleteSequence } from "@/lib/crm/sequences/delete-sequence";
import { getSequence } from "@/lib/crm/sequences/get-sequence";
import { Sequence, SequenceParams, UpdateSequence } from "@/lib/crm/sequences/schema";
import { updateSequence } from "@/lib/crm/sequences/update-sequence";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "One sequence",
  permission: "can_view_crm",
  params: SequenceParams,
  response: Sequence,
  handle: ({ scope, params }) => getSequence(scope, params.sequence_id),
});

export const PATCH = workspaceRoute({
  summary: "Change, pause or resume a sequence",
  permission: "can_manage_automations",
  params: SequenceParams,
  body: UpdateSequence,
  response: Sequence,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => updateSequence(scope, params.sequence_id, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Delete a sequence and end its enrolments",
  permission: "can_manage_automations",
  params: SequenceParams,
  handle: ({ scope, params, now }) => deleteSequence(scope, params.sequence_id, now),
});
