import { getSampleData } from "@/lib/first-run/sample-data/get-sample-data";
import { makeSampleData } from "@/lib/first-run/sample-data/make-sample-data";
import { removeSampleData } from "@/lib/first-run/sample-data/remove-sample-data";
import { SampleData, SampleDataRemoved } from "@/lib/first-run/sample-data/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "A workspace's sample data, and what removing it would keep",
  description: "Lists everything that was created, so that clients can tell it from real data.",
  permission: "can_manage_settings",
  response: SampleData,
  handle: ({ scope }) => getSampleData(scope),
});

export const POST = workspaceRoute({
  summary: "Fill a workspace with sample data",
  operationId: "sampleData.create",
  description:
    "A CRM with deals, a project with tasks and requests, a form with answers, a table, a webhook that is switched off, and a week of tracked time where you have tracked none: as far as you may create these. Nobody is notified, and while there is sample data, repeating it changes nothing.",
  permission: "can_manage_settings",
  response: SampleData,
  errors: ["conflict", "payment_required"],
  handle: ({ scope, now }) => makeSampleData(scope, now),
});

export const DELETE = workspaceRoute({
  summary: "Remove a workspace's sample data",
  description:
    "Changes to it are lost; records, forms and tables can be restored like anything deleted. What people added is kept, along with what contains it.",
  permission: "can_manage_settings",
  response: SampleDataRemoved,
  handle: ({ scope, now }) => removeSampleData(scope, now),
});
