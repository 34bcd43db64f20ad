import { publicRoute } from "@/lib/http/public-route";
import { beginConnectCrm } from "@/lib/identity/begin-sign-in";
import { SECRET_BEARING } from "@/lib/identity/headers";
import { ProviderParams } from "@/lib/identity/schema";

export const GET = publicRoute({
  summary: "Sign in and grant access to mail and calendar",
  params: ProviderParams,
  response: "redirect",
  headers: SECRET_BEARING,
  errors: ["bad_request", "not_found", "not_configured", "too_many_requests"],
  handle: ({ params, request, now }) => beginConnectCrm(params.provider, request, now),
});
