import { Attribute, UndecidedOptions, UpdateAttribute } from "@/lib/crm/attributes/schema";
import { archiveAttribute, updateAttribute } from "@/lib/crm/attributes/update-attribute";
import { AttributeParams } from "@/lib/crm/objects/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const PATCH = workspaceRoute({
  summary: "Change an attribute, all but its slug and type",
  description:
    "While records have an option that is removed, the answer is a 409 with these `options`, until `on_removed` says what becomes of them.",
  permission: "can_manage_crm",
  params: AttributeParams,
  body: UpdateAttribute,
  response: Attribute,
  errors: ["conflict"],
  errorFields: { conflict: UndecidedOptions },
  handle: ({ scope, params, body, now }) =>
    updateAttribute(scope, params.object_slug, params.attribute_slug, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Archive an attribute",
  description: "Its values stay, hidden, and come back when it is changed to `is_archived: false`.",
  permission: "can_manage_crm",
  params: AttributeParams,
  errors: ["conflict"],
  handle: ({ scope, params, now }) => archiveAttribute(scope, params.object_slug, params.attribute_slug, now),
});
