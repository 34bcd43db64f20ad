import { z } from "zod";
import type { oas31 } from "zod-openapi";
import { ROUTES } from "@/app/api/v1/openapi.json/routes";
import { SentEvent } from "@/lib/ingestion/schema";
import { env } from "@/lib/platform/env";
import { VERSION } from "@/lib/platform/version";
import { buildDocument } from "@/lib/routes/openapi";
import { publicRoute } from "@/lib/routes/public-route";
import { TrackerEvent } from "@/lib/tracker/ingest/schema";
import { SENT_EVENTS } from "@/lib/webhooks/schema";

/** The OpenAPI document of a service that answers at this address. */
export function documentAt(baseUrl: string): Promise<oas31.OpenAPIObject> {
  return buildDocument(
    { ...ROUTES, "/openapi.json": async () => ({ GET }) },
    { baseUrl, version: VERSION, schemas: { SentEvent, TrackerEvent }, sent: SENT_EVENTS },
  );
}

let made: Promise<oas31.OpenAPIObject> | undefined;

/** The OpenAPI document of the service, made on first use. */
export function apiDocument(): Promise<oas31.OpenAPIObject> {
  const document = made ?? documentAt(env().BASE_URL);
  made = document;
  document.catch(() => {
    made = undefined;
  });
  return document;
}

export const GET = publicRoute({
  summary: "This reference as an OpenAPI 3.1 document",
  description: "Made of the declarations that the routes run by. Client generators take it as it is.",
  operationId: "openapi.get",
  response: z.looseObject({ openapi: z.string() }),
  revalidates: true,
  handle: async () => ({ ...(await apiDocument()) }),
});
