import { Inngest } from "inngest";
import { INNGEST_FETCH_TIMEOUT_MS } from "@/lib/jobs/limits";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

let client: Inngest | undefined;

/** The Inngest client with this service's settings; Inngest itself reads INNGEST_DEV and INNGEST_BASE_URL. */
export function inngestClient(): Inngest {
  const { INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY } = env();
  client ??= new Inngest({
    id: "workspace-platform",
    ...(INNGEST_EVENT_KEY ? { eventKey: INNGEST_EVENT_KEY } : {}),
    ...(INNGEST_SIGNING_KEY ? { signingKey: INNGEST_SIGNING_KEY } : {}),
    logger: log,
    aiMetadata: false,
    // A run reports its single step in its response; writing to Inngest from within would only add a round trip.
    checkpointing: false,
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(INNGEST_FETCH_TIMEOUT_MS) }),
  });
  return client;
}
