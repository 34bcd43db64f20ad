import { z } from "zod";
import type { oas31 } from "zod-openapi";
import { ROUTES } from "@/app/api/v1/openapi.json/routes";
import { SentEvent } from "@/lib/ingestion/schema";
import { buildDocument } from "@/lib/routes/openapi";
import { publicRoute } from "@/lib/routes/public-route";
import { TrackerEvent } from "@/lib/tracker/ingest/schema";
import { SENT_EVENTS } from "@/lib/webhooks/schema";

let made: Promise<oas31.OpenAPIObject> | undefined;

/** The OpenAPI document of the service, made on first use. */
export function apiDocument(): Promise<oas31.OpenAPIObject> {
  made ??= buildDocument(
    { ...ROUTES, "/openapi.json": async () => ({ GET }) },
    { SentEvent, TrackerEvent },
    SENT_EVENTS,
  );
  return made;
}

export const GET = publicRoute({
  summary: "This reference as an OpenAPI 3.1 document",
  response: z.looseObject({ openapi: z.string() }),
  revalidates: true,
  handle: async () => ({ ...(await apiDocument()) }),
});
