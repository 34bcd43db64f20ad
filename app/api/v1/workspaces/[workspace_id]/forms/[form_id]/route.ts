import { deleteForm } from "@/lib/forms/delete-form";
import { getForm } from "@/lib/forms/list-forms";
import { updateForm } from "@/lib/forms/save-form";
import { Form, FormParams, UpdateForm } from "@/lib/forms/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "One form with its definition",
  permission: "can_view_forms",
  params: FormParams,
  response: Form,
  handle: ({ scope, params, now }) => getForm(scope, params.form_id, now),
});

export const PATCH = workspaceRoute({
  summary: "Change a form, or publish it",
  description:
    "Each property that is given is replaced as a whole. Removed fields keep their stored answers.",
  permission: "can_manage_forms",
  params: FormParams,
  body: UpdateForm,
  bodyBytesMax: 1_048_576,
  response: Form,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => updateForm(scope, params.form_id, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Delete a form with its submissions; for 30 days it can be restored",
  permission: "can_manage_forms",
  params: FormParams,
  handle: ({ scope, params, now }) => deleteForm(scope, params.form_id, now),
});
