import { findPublicForm } from "@/lib/forms/store";
import { env } from "@/lib/platform/env";
import type { Route } from "@/lib/routes/route";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The origin that may read a request's response, if it is not our own; null for all others. */
async function allowedOrigin(request: Request, formId: string): Promise<string | null> {
  const origin = request.headers.get("origin");
  if (origin === null || origin === new URL(env().BASE_URL).origin || !UUID.test(formId)) return null;
  const form = await findPublicForm(formId);
  return form?.embedOrigins.includes(origin) ? origin : null;
}

/**
 * Lets pages on the sites that a form names, and no others, read a route's responses (CORS). No credentials are
 * allowed: nothing here depends on the caller.
 */
export function allowingOrigins<R extends Route>(route: R): R {
  const handler = async (...[request, context]: Parameters<Route>): Promise<Response> => {
    const formId = String((await context.params)?.form_id ?? "");
    const [origin, response] = await Promise.all([
      allowedOrigin(request, formId).catch(() => null),
      route(request, context),
    ]);
    response.headers.append("Vary", "Origin");
    if (origin === null) return response;
    response.headers.set("Access-Control-Allow-Origin", origin);
    response.headers.set("Access-Control-Expose-Headers", "Retry-After, X-Request-Id");
    if (request.method === "OPTIONS") {
      response.headers.set("Access-Control-Allow-Methods", "GET, POST");
      response.headers.set("Access-Control-Allow-Headers", "Content-Type");
      response.headers.set("Access-Control-Max-Age", "600");
    }
    return response;
  };
  return Object.assign(handler, { kind: route.kind, declaration: route.declaration }) as R;
}
