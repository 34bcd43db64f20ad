import type { z } from "zod";
import type { InboundProvider } from "@/lib/inbound/provider";
import type { Standing } from "@/lib/inbound/rules";
import { type Integration, ReceivedDelivery, ReceivedDeliveryDetail } from "@/lib/inbound/schema";
import type { DeliveryRow, ProviderFacts } from "@/lib/inbound/store";

/** A received delivery as a workspace that it concerns sees it. */
export function presentDelivery(row: DeliveryRow): ReceivedDelivery {
  return {
    id: row.id,
    provider: row.provider,
    external_id: row.externalId,
    event: row.event,
    subject: row.subject,
    verification: ReceivedDelivery.shape.verification.parse(row.verification),
    status: ReceivedDelivery.shape.status.parse(row.status),
    reason: row.reason,
    attempts: row.attempts,
    last_error: row.lastError,
    body_bytes: row.bodyBytes,
    received_at: row.receivedAt.toISOString(),
    processed_at: row.processedAt?.toISOString() ?? null,
  };
}

/** The same with its headers, and the beginning of its body where the workspace may see that. */
export function presentDeliveryDetail(row: DeliveryRow, body: Uint8Array | null): ReceivedDeliveryDetail {
  return {
    ...presentDelivery(row),
    headers: ReceivedDeliveryDetail.shape.headers.parse(row.headers),
    body: body && Buffer.from(body).toString("utf8"),
    is_body_cut: body !== null && body.length < row.bodyBytes,
  };
}

/** A provider, and what came from it. */
export function presentIntegration(
  provider: InboundProvider<unknown>,
  endpointUrl: string,
  verification: Standing,
  facts: ProviderFacts | undefined,
): z.input<typeof Integration> {
  return {
    provider: provider.name,
    title: provider.title,
    endpoint_url: endpointUrl,
    verification,
    is_configured: provider.isConfigured(),
    believes_unsigned: provider.believesUnsigned ?? false,
    settings: [...provider.settings],
    last_delivery_at: facts?.lastReceivedAt.toISOString() ?? null,
    received_count: facts?.received ?? 0,
    failed_count: facts?.failed ?? 0,
  };
}
