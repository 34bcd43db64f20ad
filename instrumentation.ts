import type { Instrumentation } from "next";

/** Runs once before the server takes requests: a wrong setting ends it with a readable message, not at some request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { requireSettings } = await import("@/lib/server/require-settings");
  requireSettings();
  const { frontDoor } = await import("@/lib/platform/front-door");
  if (!frontDoor().warnsOfSettings) {
    const { warnOfUnverified } = await import("@/lib/server/warn-of-unverified");
    warnOfUnverified();
    const { warnOfOpenSignUp } = await import("@/lib/server/warn-of-open-sign-up");
    warnOfOpenSignUp();
  }
  const { startWatching } = await import("@/lib/metrics/start-watching");
  await startWatching("web");
}

/** Faults of pages; those of API routes are logged by their wrapper, with the request id. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { log } = await import("@/lib/platform/log");
  log.error({ err: error, method: request.method, route: context.routePath }, "a page failed");
};
