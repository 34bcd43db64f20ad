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
import { UNSIGNED } from "@/lib/inbound/unsigned";
import { enqueueSql } from "@/lib/jobs/enqueue";
import { env } from "@/lib/platform/env";

type Opened = { verification: Verification; body: unknown; bytes: Buffer<ArrayBuffer> };

/**
 * Verifies a message as the requirements say: where a secret is set and a signature came along. That lets a caller pass
 * who leaves the signature out, so WEBHOOKS_REQUIRE_SIGNATURE refuses whatever is not verified. A signature in the
 * headers is judged before the body is looked at, one in the body as soon as it can be read.
 * @throws AppError unauthenticated, bad_request, too_large, unsupported_encoding
 */
async function open(
  provider: Pick<InboundProvider, "isConfigured" | "signature" | "parse" | "keeps">,
  message: Message,
  bodyBytesMax: number,
  now: Date,
): Promise<Opened> {
  const { signature } = provider;
  const isConfigured = provider.isConfigured();
  const standing = (isRight: boolean | null): Verification => {
    if (isRight === true) return "verified";
    if (isRight === false || env().WEBHOOKS_REQUIRE_SIGNATURE) {
      throw new AppError("unauthenticated", "Invalid webhook signature");
    }
    return isConfigured ? "unsigned" : "off";
  };
  const read = async () => parseBody(provider, await unpack(message.bytes, message.headers, bodyBytesMax));
  if (signature.place === "headers") {
    const verification = standing(isConfigured ? await signature.verify(message, now) : null);
    return { verification, ...(await read()) };
  }
  const { body, bytes } = await read();
  return { verification: standing(isConfigured ? await signature.verify(body, now) : null), body, bytes };
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
  const { verification, body, bytes } = await open(provider, message, bodyBytesMax, now);
  if (verification === "unsigned" && !provider.believesUnsigned) return UNSIGNED;
  const answer = await provider.answer?.(body, now);
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
