import { z } from "zod";
import type { oas31 } from "zod-openapi";
import { ROUTES } from "@/app/api/v1/openapi.json/routes";
import { SharedJson } from "@/lib/http/answers";
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

type Made = { document: oas31.OpenAPIObject; json: SharedJson };
let made: Promise<Made> | undefined;

async function make(): Promise<Made> {
  const document = await documentAt(env().BASE_URL);
  return { document, json: new SharedJson(document) };
}

/** Made on first use: anyone may ask for it. */
function ourDocument(): Promise<Made> {
  const making = made ?? make();
  made = making;
  making.catch(() => {
    made = undefined;
  });
  return making;
}

/** The OpenAPI document of the service. */
export async function apiDocument(): Promise<oas31.OpenAPIObject> {
  return (await ourDocument()).document;
}

export const GET = publicRoute({
  summary: "This reference as an OpenAPI 3.1 document",
  description: "Made of the declarations that the routes run by. Client generators take it as it is.",
  operationId: "openapi.get",
  response: z.looseObject({ openapi: z.string() }),
  revalidates: true,
  handle: async () => (await ourDocument()).json,
});
