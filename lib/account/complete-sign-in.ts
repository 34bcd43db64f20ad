import { signInDeveloper } from "@/lib/account/sign-in-developer";
import { Redirect } from "@/lib/http/answers";
import { AppError } from "@/lib/http/app-error";
import type { Origin } from "@/lib/http/origin";
import { endedCookies } from "@/lib/identity/flow-cookies";
import { arrivalCookie, finishProtocol } from "@/lib/identity/next-auth";
import { noteSignInProblem } from "@/lib/identity/problems/note-problem";
import { getProvider } from "@/lib/identity/providers";
import { failureLocation, isProviderId, type SignInFailure, successLocation } from "@/lib/identity/rules";
import type { CallbackQuery } from "@/lib/identity/schema";
import { beginSession } from "@/lib/identity/sessions/begin-session";
import { consumeAuthFlow } from "@/lib/identity/store";
import { sha256Hex } from "@/lib/platform/crypto";
import { log } from "@/lib/platform/log";

/**
 * Handles a browser's return from a provider and signs its person in. Every outcome is a redirect: with a JWT, or with
 * an error code. It goes to a desktop client's loopback address only if the sign-in's own row says so and was unused.
 * @throws AppError bad_request for an unknown provider, not_configured
 */
export async function completeSignIn(
  providerId: string,
  query: CallbackQuery,
  { request, origin, now }: { request: Request; origin: Origin; now: Date },
): Promise<Redirect> {
  if (!isProviderId(providerId)) throw new AppError("bad_request", "Unsupported provider");
  const provider = getProvider(providerId);
  const flow = query.state ? await consumeAuthFlow(sha256Hex(query.state), providerId, now) : null;
  const headers = new Headers();
  const failed = (failure: SignInFailure) => {
    noteSignInProblem(providerId, failure, now);
    return new Redirect(failureLocation(flow?.port ?? null, failure), headers);
  };
  if (flow === null || !query.state) return failed("invalid_state");
  for (const cookie of endedCookies(query.state)) headers.append("Set-Cookie", cookie);

  if (!flow.isLive) return failed("invalid_state");
  if (query.error) return failed(query.error === "access_denied" ? "access_denied" : "provider_error");
  const outcome = await finishProtocol(provider, flow.purpose, request, query);
  if (!outcome.ok) return failed(outcome.failure);
  const { identity, grant } = outcome;
  const signedIn = await signInDeveloper(
    { provider: providerId, purpose: flow.purpose, identity, grant },
    origin,
    now,
  );
  if (typeof signedIn === "string") {
    log.info({ provider: providerId, reason: signedIn }, "sign-in was refused");
    return failed(signedIn);
  }
  const { id, jwt } = await beginSession(
    {
      developerId: signedIn.developerId,
      kind: flow.port === null ? "browser" : "client",
      provider: providerId,
      client: flow.client,
      userAgent: request.headers.get("user-agent"),
      ip: origin.ip,
    },
    now,
  );
  if (flow.port === null) headers.append("Set-Cookie", arrivalCookie(id));
  return new Redirect(successLocation(flow.port, jwt), headers);
}
