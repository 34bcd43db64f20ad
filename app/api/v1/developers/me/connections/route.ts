import { PageQuery } from "@/lib/http/paging";
import { listConnections } from "@/lib/identity/list-connections";
import { Connection } from "@/lib/identity/schema";
import { bearerRoute } from "@/lib/routes/bearer-route";
import { pageOf } from "@/lib/routes/route";

export const GET = bearerRoute({
  summary: "List your connections to sign-in providers, newest first",
  reach: "personal",
  query: PageQuery,
  response: pageOf(Connection),
  handle: ({ actor, query }) => listConnections(actor, query),
});
