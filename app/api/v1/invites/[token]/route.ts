import { publicRoute } from "@/lib/routes/public-route";
import { previewInvite } from "@/lib/workspaces/invites/preview-invite";
import { InvitePreview, InviteTokenParams } from "@/lib/workspaces/invites/schema";

export const GET = publicRoute({
  summary: "Show what an invite is for",
  params: InviteTokenParams,
  response: InvitePreview,
  errors: ["not_found", "gone"],
  headers: { "Referrer-Policy": "no-referrer" },
  handle: ({ params, now }) => previewInvite(params.token, now),
});
