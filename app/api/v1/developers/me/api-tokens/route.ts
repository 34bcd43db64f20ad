import { PageQuery } from "@/lib/http/paging";
import { bearerRoute } from "@/lib/routes/bearer-route";
import { pageOf } from "@/lib/routes/route";
import { createApiToken } from "@/lib/tokens/create-api-token";
import { listApiTokens } from "@/lib/tokens/list-api-tokens";
import { ApiToken, CreateApiToken, NewApiToken } from "@/lib/tokens/schema";

export const POST = bearerRoute({
  summary: "Create an API token; only this answer contains it",
  reach: "personal",
  body: CreateApiToken,
  response: NewApiToken,
  status: 201,
  errors: ["conflict"],
  handle: ({ actor, body, now }) => createApiToken(actor, body, now),
});

export const GET = bearerRoute({
  summary: "List your API tokens, newest first, by prefix only",
  reach: "personal",
  query: PageQuery,
  response: pageOf(ApiToken),
  handle: ({ actor, query }) => listApiTokens(actor, query),
});
