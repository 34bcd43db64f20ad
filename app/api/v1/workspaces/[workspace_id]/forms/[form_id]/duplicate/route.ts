import { duplicateForm } from "@/lib/forms/save-form";
import { Form, FormParams } from "@/lib/forms/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Copy a form without its submissions; the copy is not public",
  permission: "can_manage_forms",
  params: FormParams,
  response: Form,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, params, now }) => duplicateForm(scope, params.form_id, now),
});
