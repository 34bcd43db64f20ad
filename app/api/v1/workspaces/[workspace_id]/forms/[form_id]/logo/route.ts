import { getFormLogo, setFormLogo } from "@/lib/forms/form-logo";
import { FormLogo, FormParams, SetFormLogo } from "@/lib/forms/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "The logo of a form",
  permission: "can_view_forms",
  params: FormParams,
  response: FormLogo,
  handle: ({ scope, params }) => getFormLogo(scope, params.form_id),
});

export const PUT = workspaceRoute({
  summary: "Give a form a logo, or take it away",
  description: "Visitors see it at once, above the form's name. A PNG, JPEG or WebP of at most 64 KB.",
  permission: "can_manage_forms",
  params: FormParams,
  body: SetFormLogo,
  response: FormLogo,
  handle: ({ scope, params, body, now }) => setFormLogo(scope, params.form_id, body, now),
});
