import { bearerRoute } from "@/lib/routes/bearer-route";
import { deleteApiToken } from "@/lib/tokens/delete-api-token";
import { ApiToken, ApiTokenParams, UpdateApiToken } from "@/lib/tokens/schema";
import { updateApiToken } from "@/lib/tokens/update-api-token";

export const PATCH = bearerRoute({
  summary: "Rename an API token, or switch it on or off",
  reach: "personal",
  params: ApiTokenParams,
  body: UpdateApiToken,
  response: ApiToken,
  errors: ["not_found"],
  handle: ({ actor, params, body, now }) => updateApiToken(actor, params.token_id, body, now),
});

export const DELETE = bearerRoute({
  summary: "Revoke an API token for good",
  reach: "personal",
  params: ApiTokenParams,
  errors: ["not_found"],
  handle: ({ actor, params, now }) => deleteApiToken(actor, params.token_id, now),
});
