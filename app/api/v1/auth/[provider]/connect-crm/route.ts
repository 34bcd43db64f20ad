import { beginConnectCrm } from "@/lib/account/begin-sign-in";
import { SECRET_BEARING } from "@/lib/identity/headers";
import { ProviderParams } from "@/lib/identity/schema";
import { publicRoute } from "@/lib/routes/public-route";

export const GET = publicRoute({
  summary: "Sign in and grant access to mail and calendar",
  description: "For a browser. Asks the provider for more than signing in does, and ends like a sign-in.",
  params: ProviderParams,
  response: "redirect",
  headers: SECRET_BEARING,
  errors: ["bad_request", "not_found", "not_configured", "too_many_requests"],
  handle: ({ params, request, now }) => beginConnectCrm(params.provider, request, now),
});
