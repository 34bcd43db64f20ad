import { beginLogin } from "@/lib/account/begin-sign-in";
import { SECRET_BEARING } from "@/lib/identity/headers";
import { LoginQuery, ProviderParams } from "@/lib/identity/schema";
import { publicRoute } from "@/lib/routes/public-route";

export const GET = publicRoute({
  summary: "Start signing in: redirect to the provider",
  description: "For a browser: it gets a cookie that the provider's callback asks for again.",
  params: ProviderParams,
  query: LoginQuery,
  response: "redirect",
  headers: SECRET_BEARING,
  errors: ["bad_request", "not_configured", "too_many_requests"],
  handle: ({ params, query, request, now }) => beginLogin(params.provider, query, request, now),
});
