import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { AppError } from "@/lib/http/app-error";
import { sha256HexOf } from "@/lib/http/large-bodies";
import { unpack } from "@/lib/http/request-body";
import { processDeliveryJob } from "@/lib/inbound/jobs";
import { EVENT_CHARS_MAX, SUBJECT_CHARS_MAX } from "@/lib/inbound/limits";
import { parseBody } from "@/lib/inbound/parse-body";
import type { InboundProvider, Message } from "@/lib/inbound/provider";
import { externalIdOf, headersKept, storable, type Verification } from "@/lib/inbound/rules";
import type { Receipt } from "@/lib/inbound/schema";
import { insertDelivery } from "@/lib/inbound/store";
import { enqueueSql } from "@/lib/jobs/enqueue";
import { env } from "@/lib/platform/env";

/**
 * Verifies a message as the requirements say: where a secret is set and a signature came along. That lets a caller pass
 * who leaves the signature out, so WEBHOOKS_REQUIRE_SIGNATURE refuses whatever is not verified.
 * @throws AppError unauthenticated
 */
async function verify(
  provider: Pick<InboundProvider, "isConfigured" | "verify">,
  message: Message,
  now: Date,
): Promise<Verification> {
  const isRight = provider.isConfigured() ? await provider.verify(message, now) : null;
  if (isRight === true) return "verified";
  if (isRight === false || env().WEBHOOKS_REQUIRE_SIGNATURE) {
    throw new AppError("unauthenticated", "Invalid webhook signature");
  }
  return provider.isConfigured() ? "unsigned" : "off";
}

/**
 * Takes a delivery from a provider: verifies it over the bytes as they came, records it once, and leaves the work to a
 * job. Copies of it change nothing, however many come at once.
 * @param bodyBytesMax the largest body once unpacked
 * @returns `accepted`; `ignored` with a reason, because providers switch off endpoints that refuse what they don't
 *   know; or the provider's own answer
 * @throws AppError unauthenticated for a wrong signature, bad_request for a body that can't be parsed
 */
export async function receiveDelivery<Answer = never>(
  provider: InboundProvider<Answer>,
  message: Message,
  bodyBytesMax: number,
  now: Date,
): Promise<z.input<typeof Receipt> | Answer> {
  const { headers } = message;
  const verification = await verify(provider, message, now);
  const sent = await unpack(message.bytes, headers, bodyBytesMax);
  const { body, bytes } = await parseBody(provider, sent);
  const answer = await provider.answer?.(body, headers, now);
  if (answer) return answer;
  const { deliveryId, event, subject, ignored, audience, showsBody } = provider.read(body, headers, now);
  const row = {
    id: uuidv7(),
    provider: provider.name,
    externalId: externalIdOf(deliveryId, event, deliveryId ? "" : await sha256HexOf(bytes)),
    event: storable(event, EVENT_CHARS_MAX),
    subject: subject ? storable(subject, SUBJECT_CHARS_MAX) : null,
    verification,
    headers: headersKept(headers, provider.headersKept),
    bytes,
    showsBody: showsBody ?? false,
    ignored,
    ...(audience ? { audience } : {}),
  };
  const payload = { delivery_id: row.id, provider: row.provider, external_id: row.externalId };
  const job = ignored === null ? enqueueSql(processDeliveryJob, payload, now) : null;
  if (!(await insertDelivery(row, job, now))) return { status: "ignored", reason: "duplicate_delivery" };
  return ignored === null ? { status: "accepted" } : { status: "ignored", reason: ignored };
}
