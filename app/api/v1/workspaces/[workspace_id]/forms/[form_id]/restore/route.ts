import { restoreForm } from "@/lib/forms/delete-form";
import { Form, FormParams } from "@/lib/forms/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Restore a deleted form with its submissions",
  permission: "can_manage_forms",
  params: FormParams,
  response: Form,
  errors: ["conflict"],
  handle: ({ scope, params, now }) => restoreForm(scope, params.form_id, now),
});
