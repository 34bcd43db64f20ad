import { z } from "zod";
import { createObject } from "@/lib/crm/objects/create-object";
import { listObjects } from "@/lib/crm/objects/list-objects";
import { CreateObject, CrmObject } from "@/lib/crm/objects/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "All CRM objects with their attributes, the built-in ones first",
  permission: "can_view_crm",
  response: z.array(CrmObject),
  handle: ({ scope, now }) => listObjects(scope, now),
});

export const POST = workspaceRoute({
  summary: "Create an object of your own",
  permission: "can_manage_crm",
  body: CreateObject,
  response: CrmObject,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, body, now }) => createObject(scope, body, now),
});
