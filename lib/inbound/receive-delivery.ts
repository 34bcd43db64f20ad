import { v7 as uuidv7 } from "uuid";
import { countedIp } from "@/lib/http/client-ip";
import { keep } from "@/lib/http/large-bodies";
import { LARGE_BODY_BYTES_MIN } from "@/lib/http/limits";
import { processDeliveryJob } from "@/lib/inbound/jobs";
import {
  EVENT_CHARS_MAX,
  GIST_CHARS_MAX,
  SUBJECT_CHARS_MAX,
  UNVERIFIED_BODY_BYTES_MAX,
} from "@/lib/inbound/limits";
import { openMessage, type Post } from "@/lib/inbound/open-message";
import type { ParsedBody } from "@/lib/inbound/parse-body";
import type { InboundProvider } from "@/lib/inbound/provider";
import { externalIdOf, headersKept } from "@/lib/inbound/rules";
import type { Receipt } from "@/lib/inbound/schema";
import { insertDelivery } from "@/lib/inbound/store";
import { enqueueSql } from "@/lib/jobs/enqueue";
import { checkLimits } from "@/lib/limits/check-limits";
import { metrics } from "@/lib/platform/metrics";
import { storable } from "@/lib/platform/storable";

type Answered = Receipt;

/**
 * What is kept of a body that anyone may have sent: all of a small one, of a large one what the provider reads; null
 * where that is large too.
 */
function keptUnverified(
  provider: Pick<InboundProvider, "keeps">,
  { body, length, bytes }: ParsedBody,
): Buffer | null {
  if (bytes !== null && length <= UNVERIFIED_BODY_BYTES_MAX) return bytes;
  if (!provider.keeps) return null;
  const read = Buffer.from(JSON.stringify(keep(body, provider.keeps)));
  return read.length <= UNVERIFIED_BODY_BYTES_MAX ? read : null;
}

const KIB = 1_024;
/** What a delivery takes in the database beside its body. */
const RECORD_KIB = 1;

/** What was read of a large body, for its job; null where reading the body again costs little. */
function gistOf(provider: Pick<InboundProvider, "keeps">, { body, length }: ParsedBody): string | null {
  if (!provider.keeps || length <= LARGE_BODY_BYTES_MIN) return null;
  const gist = JSON.stringify(body);
  return gist.length <= GIST_CHARS_MAX ? gist : null;
}

/** Anyone may send what is not verified, so that it is limited by address and, because addresses are many, in all. */
async function limitUnverified(
  provider: string,
  request: Request,
  keptBytes: number,
  now: Date,
): Promise<void> {
  const weight = RECORD_KIB + Math.ceil(keptBytes / KIB);
  await checkLimits(
    [
      { limit: "unverified_webhook_kib_per_ip", key: countedIp(request) ?? "unknown", weight },
      { limit: "unverified_webhook_kib_per_provider", key: provider, weight },
    ],
    now,
  );
}

/**
 * Accepts a delivery from a provider: verifies it, records it once, and leaves the work to a job. Copies change
 * nothing, however many arrive at once. An unsigned delivery that is not trusted is logged under an id of its own, so
 * that it can't block the real delivery. Of unverified deliveries little is stored: 64 KiB of a body at most, and
 * nothing of an ignored one.
 * @param bodyBytesMax the largest body once unpacked
 * @returns `accepted`; `ignored` with a reason, because providers switch off endpoints that refuse what they don't
 * know; or the provider's own response
 * @throws AppError as `openMessage`, and too_many_requests for unverified deliveries
 */
export async function receiveDelivery<Answer = never>(
  provider: InboundProvider<Answer>,
  post: Post,
  bodyBytesMax: number,
  now: Date,
): Promise<Answered | Answer> {
  const { headers } = post.request;
  const opened = await openMessage(provider, post, bodyBytesMax, now);
  const { verification, body } = opened;
  const isDisbelieved = verification === "unsigned" && !provider.believesUnsigned;
  const answer = isDisbelieved ? null : await provider.answer?.(body, now);
  if (answer) return answer;
  const reading = provider.read(body, headers, now);
  const { deliveryId, event, subject, audience } = reading;
  const externalId = externalIdOf(deliveryId, event, deliveryId ? "" : opened.hash());
  const declined = isDisbelieved ? "unsigned" : reading.ignored;
  const isVerified = verification === "verified";
  const kept = isVerified ? opened.bytes : declined === null ? keptUnverified(provider, opened) : null;
  if (!isVerified) await limitUnverified(provider.name, post.request, kept?.length ?? 0, now);
  const ignored = declined ?? (kept === null ? "unsigned_too_large" : null);
  const row = {
    id: uuidv7(),
    provider: provider.name,
    externalId: isDisbelieved ? `unsigned:${externalId}` : externalId,
    event: storable(event, EVENT_CHARS_MAX),
    subject: subject ? storable(subject, SUBJECT_CHARS_MAX) : null,
    verification,
    headers: headersKept(headers, provider.headersKept),
    bodyBytes: opened.length,
    bytes: kept,
    // Postgres would pack a large one too, in several times as long and while its connection waits.
    isPacked: isVerified && opened.isPacked,
    gist: isVerified ? gistOf(provider, opened) : null,
    showsBody: reading.showsBody ?? false,
    ignored,
    ...(audience ? { audience } : {}),
  };
  const payload = { delivery_id: row.id, provider: row.provider, external_id: row.externalId };
  const job = ignored === null ? enqueueSql(processDeliveryJob, payload, now) : null;
  const isNew = await insertDelivery(row, job, now);
  const verdict = !isNew ? "duplicate" : ignored === null ? "accepted" : "ignored";
  metrics()?.inboundDeliveries.inc({ provider: provider.name, verdict });
  if (!isNew && !isDisbelieved) return { status: "ignored", reason: "duplicate_delivery" };
  return ignored === null ? { status: "accepted" } : { status: "ignored", reason: ignored };
}
