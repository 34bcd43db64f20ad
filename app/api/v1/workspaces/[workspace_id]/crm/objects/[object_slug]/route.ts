import { deleteObject } from "@/lib/crm/objects/delete-object";
import { showObject } from "@/lib/crm/objects/list-objects";
import { CrmObject, ObjectParams, UpdateObject } from "@/lib/crm/objects/schema";
import { updateObject } from "@/lib/crm/objects/update-object";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "One object with its attributes",
  permission: "can_view_crm",
  params: ObjectParams,
  response: CrmObject,
  handle: ({ scope, params, now }) => showObject(scope, params.object_slug, now),
});

export const PATCH = workspaceRoute({
  summary: "Change what an object is called",
  permission: "can_manage_crm",
  params: ObjectParams,
  body: UpdateObject,
  response: CrmObject,
  handle: ({ scope, params, body, now }) => updateObject(scope, params.object_slug, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Delete an object of your own for good",
  description: "Refused with a 409 for built-in objects, and while it has records or others refer to it.",
  permission: "can_manage_crm",
  params: ObjectParams,
  errors: ["conflict"],
  handle: ({ scope, params, now }) => deleteObject(scope, params.object_slug, now),
});
