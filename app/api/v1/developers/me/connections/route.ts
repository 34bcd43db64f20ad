import { bearerRoute } from "@/lib/http/bearer-route";
import { PageQuery } from "@/lib/http/paging";
import { pageOf } from "@/lib/http/route";
import { listConnections } from "@/lib/identity/list-connections";
import { Connection } from "@/lib/identity/schema";

export const GET = bearerRoute({
  summary: "List your connections to sign-in providers, newest first",
  reach: "personal",
  query: PageQuery,
  response: pageOf(Connection),
  handle: ({ actor, query }) => listConnections(actor, query),
});
