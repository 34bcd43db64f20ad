import { completeSignIn } from "@/lib/account/complete-sign-in";
import { SECRET_BEARING } from "@/lib/identity/headers";
import { CallbackQuery, ProviderParams } from "@/lib/identity/schema";
import { publicRoute } from "@/lib/routes/public-route";

export const GET = publicRoute({
  summary: "Handle the provider's callback and issue a JWT",
  description:
    "Redirects to /signin/complete#token=…, or to the desktop client's loopback with ?token=…; on failure to /signin or the loopback with ?error=<code>.",
  params: ProviderParams,
  query: CallbackQuery,
  response: "redirect",
  headers: SECRET_BEARING,
  errors: ["bad_request", "not_configured"],
  handle: ({ params, query, request, origin, now }) =>
    completeSignIn(params.provider, query, { request, origin, now }),
});
