import { z } from "zod";
import { createAttribute } from "@/lib/crm/attributes/create-attribute";
import { listAttributes } from "@/lib/crm/attributes/list-attributes";
import { orderAttributes } from "@/lib/crm/attributes/order-attributes";
import { Attribute, AttributeOrder, CreateAttribute } from "@/lib/crm/attributes/schema";
import { ObjectParams } from "@/lib/crm/objects/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "All attributes of an object in their order, archived ones last",
  permission: "can_view_crm",
  params: ObjectParams,
  response: z.array(Attribute),
  handle: ({ scope, params, now }) => listAttributes(scope, params.object_slug, now),
});

export const POST = workspaceRoute({
  summary: "Add an attribute to an object",
  permission: "can_manage_crm",
  params: ObjectParams,
  body: CreateAttribute,
  response: Attribute,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => createAttribute(scope, params.object_slug, body, now),
});

export const PUT = workspaceRoute({
  summary: "Reorder the attributes in use",
  operationId: "crm.attributes.reorder",
  description: "The first text attribute names a record, from the record's next change on.",
  permission: "can_manage_crm",
  params: ObjectParams,
  body: AttributeOrder,
  response: z.array(Attribute),
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => orderAttributes(scope, params.object_slug, body, now),
});
