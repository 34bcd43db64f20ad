import { listForms } from "@/lib/forms/list-forms";
import { createForm } from "@/lib/forms/save-form";
import { CreateForm, Form, FormSummary, FormsQuery } from "@/lib/forms/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Forms, newest first",
  permission: "can_view_forms",
  query: FormsQuery,
  response: pageOf(FormSummary),
  handle: ({ scope, query, now }) => listForms(scope, query, now),
});

export const POST = workspaceRoute({
  summary: "Create a form",
  description:
    "A destination needs the permission to write there too: `can_edit_records` for the CRM, `can_edit_rows` for tables.",
  permission: "can_manage_forms",
  body: CreateForm,
  bodyBytesMax: 1_048_576,
  response: Form,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, body, now }) => createForm(scope, body, now),
});
