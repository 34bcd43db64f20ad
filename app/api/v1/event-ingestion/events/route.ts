import { ingestEvents, KEY_PROOFS } from "@/lib/ingestion/ingest-events";
import { UPLOAD_BYTES_MAX } from "@/lib/ingestion/limits";
import { EventUpload, UploadResult } from "@/lib/ingestion/schema";
import { publicRoute } from "@/lib/routes/public-route";

const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Retry-After, X-Request-Id",
};

export const POST = publicRoute({
  summary: "Add product events to the workspace that the key belongs to",
  description:
    "The key goes into `Authorization: Bearer wsk_…`, into `X-Api-Key`, or into the body. The body is JSON whatever " +
    "its content type says, so that browsers can send it from any page without asking first.",
  operationId: "eventIngestion.events.create",
  proofs: KEY_PROOFS,
  body: EventUpload,
  bodyBytesMax: UPLOAD_BYTES_MAX,
  judgesText: true,
  response: UploadResult,
  errors: ["unauthenticated", "too_many_requests"],
  headers: CORS,
  handle: ({ request, body, now }) => ingestEvents(request, body, now),
});

export const OPTIONS = publicRoute({
  summary: "Tell browsers that pages of any origin may add events",
  description: "A CORS preflight: browsers send it by themselves.",
  headers: {
    ...CORS,
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Encoding, Content-Type, X-Api-Key",
    "Access-Control-Max-Age": "86400",
  },
  handle: async () => {},
});
