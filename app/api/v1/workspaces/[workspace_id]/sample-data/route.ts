import { getSampleData } from "@/lib/first-run/sample-data/get-sample-data";
import { makeSampleData } from "@/lib/first-run/sample-data/make-sample-data";
import { removeSampleData } from "@/lib/first-run/sample-data/remove-sample-data";
import { SampleData, SampleDataRemoved } from "@/lib/first-run/sample-data/schema";
import { WorkspaceParams } from "@/lib/http/fields";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Sample data of a workspace, and what removing it would keep",
  description: "Names each thing that was made, so that clients can tell sample data from one's own.",
  permission: "can_manage_settings",
  params: WorkspaceParams,
  response: SampleData,
  handle: ({ scope }) => getSampleData(scope),
});

export const POST = workspaceRoute({
  summary: "Fill a workspace with sample data",
  operationId: "sampleData.create",
  description:
    "A CRM with deals, a project with tasks and requests, a form with answers, a table, a webhook that is switched off, and a week of tracked time where you have tracked none: as far as you may create the like. Nobody is told, and while there is sample data asking again changes nothing.",
  permission: "can_manage_settings",
  params: WorkspaceParams,
  response: SampleData,
  errors: ["conflict", "payment_required"],
  handle: ({ scope, now }) => makeSampleData(scope, now),
});

export const DELETE = workspaceRoute({
  summary: "Remove a workspace's sample data",
  description:
    "Changes to it go with it; records, forms and tables can be restored like all that is deleted. What people added of their own is kept, with what it stands in: that belongs to the workspace from then on.",
  permission: "can_manage_settings",
  params: WorkspaceParams,
  response: SampleDataRemoved,
  handle: ({ scope, now }) => removeSampleData(scope, now),
});
