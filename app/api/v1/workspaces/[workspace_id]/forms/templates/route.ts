import { FORM_TEMPLATES } from "@/lib/forms/catalog";
import { FormTemplate } from "@/lib/forms/schema";
import { pageOf } from "@/lib/http/route";
import { workspaceRoute } from "@/lib/http/workspace-route";
import { WorkspaceParams } from "@/lib/workspaces/schema";

export const GET = workspaceRoute({
  summary: "Templates to begin a form from",
  description: "Send a template's `form` to create it.",
  permission: "can_view_forms",
  params: WorkspaceParams,
  response: pageOf(FormTemplate),
  handle: async () => ({ items: [...FORM_TEMPLATES], nextCursor: null }),
});
