import { PageQuery } from "@/lib/http/paging";
import { endAllSessions } from "@/lib/identity/sessions/end-all-sessions";
import { listSessions } from "@/lib/identity/sessions/list-sessions";
import { Session } from "@/lib/identity/sessions/schema";
import { bearerRoute } from "@/lib/routes/bearer-route";
import { pageOf } from "@/lib/routes/route";

export const GET = bearerRoute({
  summary: "List your sign-ins that still work, newest first",
  reach: "personal",
  query: PageQuery,
  response: pageOf(Session),
  handle: ({ actor, query, now }) => listSessions(actor, query, now),
});

export const DELETE = bearerRoute({
  summary: "Sign out everywhere",
  operationId: "me.sessions.deleteAll",
  description:
    "Every JWT issued to you so far stops working, including the one that makes this request. API tokens stay valid; revoke them one by one.",
  reach: "personal",
  handle: ({ actor, now }) => endAllSessions(actor, now),
});
