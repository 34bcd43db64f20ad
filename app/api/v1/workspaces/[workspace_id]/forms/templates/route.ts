import { FORM_TEMPLATES } from "@/lib/forms/catalog";
import { FormTemplate } from "@/lib/forms/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Templates for new forms",
  description: "Send a template's `form` to create it.",
  permission: "can_view_forms",
  response: pageOf(FormTemplate),
  handle: async () => ({ items: [...FORM_TEMPLATES], nextCursor: null }),
});
