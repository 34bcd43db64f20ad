import { publicRoute } from "@/lib/routes/public-route";
import { previewInvite } from "@/lib/workspaces/invites/preview-invite";
import { InvitePreview, InviteTokenParams } from "@/lib/workspaces/invites/schema";

export const GET = publicRoute({
  summary: "Show what an invite is for",
  description: "The workspace, who invited, and to which address. Whoever has the token may ask.",
  params: InviteTokenParams,
  response: InvitePreview,
  errors: ["not_found", "gone"],
  headers: { "Referrer-Policy": "no-referrer" },
  handle: ({ params, now }) => previewInvite(params.token, now),
});
