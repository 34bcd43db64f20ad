import { createSequence } from "@/lib/crm/sequences/create-sequence";
import { listSequences } from "@/lib/crm/sequences/get-sequence";
import { CreateSequence, Sequence, SequenceQuery } from "@/lib/crm/sequences/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Sequences, newest first",
  permission: "can_view_crm",
  query: SequenceQuery,
  response: pageOf(Sequence),
  handle: ({ scope, query }) => listSequences(scope, query),
});

export const POST = workspaceRoute({
  summary: "Create a sequence of steps for the records of an object",
  permission: "can_manage_automations",
  body: CreateSequence,
  response: Sequence,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, body, now }) => createSequence(scope, body, now),
});
