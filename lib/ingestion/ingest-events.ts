import { AppError } from "@/lib/http/app-error";
import { bearerOf } from "@/lib/http/bearer";
import { countedIp } from "@/lib/http/client-ip";
import type { Proof } from "@/lib/http/proof";
import { judgeProductEvents } from "@/lib/ingestion/rules";
import type { EventUpload, UploadResult } from "@/lib/ingestion/schema";
import { insertProductEvents } from "@/lib/ingestion/store";
import { checkLimits } from "@/lib/limits/check-limits";
import { countEvents } from "@/lib/platform/metrics";
import { resolveWorkspaceKey } from "@/lib/tokens/workspace-keys/resolve-workspace-key";

/** The two headers that may carry a workspace's key. */
export const KEY_PROOFS: Proof[] = [
  {
    name: "workspace_key",
    scheme: { type: "http", scheme: "bearer", description: "A workspace's API key (`wsk_…`) as the bearer." },
  },
  {
    name: "workspace_key_header",
    scheme: {
      type: "apiKey",
      in: "header",
      name: "X-Api-Key",
      description: "A workspace's API key (`wsk_…`).",
    },
  },
  null,
];

/** The key that an upload carries: as a bearer, in `X-Api-Key`, or beside the events where no header can be set. */
function keyOf(request: Request, upload: EventUpload): string {
  const bearer = bearerOf(request.headers.get("authorization"));
  return bearer ?? request.headers.get("x-api-key") ?? upload.api_key ?? "";
}

/**
 * Takes in product events for the workspace whose key the request carries: idempotent by (workspace, event_id),
 * partially successful (contract section 6).
 * @throws AppError too_many_requests, unauthenticated; never for what a single event holds
 */
export async function ingestEvents(request: Request, upload: EventUpload, now: Date): Promise<UploadResult> {
  const ip = countedIp(request);
  const opened = await resolveWorkspaceKey(keyOf(request, upload), now);
  // Before the caller learns whether the key is valid, so that guessing keys is limited too.
  await checkLimits(
    [
      ...(ip === null ? [] : [{ limit: "event_uploads_per_ip" as const, key: ip }]),
      ...(opened === null
        ? []
        : [{ limit: "event_uploads_per_workspace" as const, key: opened.workspaceId }]),
    ],
    now,
  );
  if (opened === null) throw new AppError("unauthenticated", "Missing, invalid or revoked API key");
  const { valid, rejected } = judgeProductEvents(upload.events, now);
  const accepted = valid.length === 0 ? 0 : await insertProductEvents(opened.workspaceId, valid, now);
  const duplicates = valid.length - accepted;
  countEvents({ source: "product", accepted, duplicates, rejected });
  return { accepted, duplicates, rejected };
}
