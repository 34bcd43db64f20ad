import { developerRoute } from "@/lib/routes/bearer-route";
import { acceptInvite } from "@/lib/workspaces/invites/accept-invite";
import { AcceptedInvite, InviteTokenParams, NotYours } from "@/lib/workspaces/invites/schema";

export const POST = developerRoute({
  summary: "Accept an invite that is addressed to you",
  reach: "personal",
  params: InviteTokenParams,
  response: AcceptedInvite,
  errors: ["not_found", "gone", "forbidden", "conflict"],
  errorFields: { forbidden: NotYours },
  handle: ({ actor, developer, params, now }) => acceptInvite(actor, developer, params.token, now),
});
