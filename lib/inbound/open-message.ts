import { AppError } from "@/lib/http/app-error";
import { unpack } from "@/lib/http/request-body";
import { type ParsedBody, parseBody } from "@/lib/inbound/parse-body";
import type { InboundProvider } from "@/lib/inbound/provider";
import type { Verification } from "@/lib/inbound/rules";
import { env } from "@/lib/platform/env";
import { metrics } from "@/lib/platform/metrics";

/** What a provider posted, as it came. */
export type Post = { bytes: Buffer; request: Request };

type Opened = ParsedBody & { verification: Verification };

type Signed = Pick<InboundProvider, "name" | "isConfigured" | "signature">;

/** What a signature makes of a message; null where there is none. @throws AppError unauthenticated */
function judge(provider: Signed, isRight: boolean | null): Verification {
  if (isRight === true) return "verified";
  if (isRight === false || env().WEBHOOKS_REQUIRE_SIGNATURE) {
    metrics()?.inboundDeliveries.inc({ provider: provider.name, verdict: "refused" });
    throw new AppError("unauthenticated", "Invalid webhook signature");
  }
  return provider.isConfigured() ? "unsigned" : "off";
}

/**
 * Refuses what the headers alone show to be unsigned where signatures are demanded, before any of its body is read: nobody
 * who can't sign has us take in 25 MiB. @throws AppError unauthenticated
 */
export function refuseByHeaders(provider: Signed, { headers }: Request): void {
  const { signature } = provider;
  if (provider.isConfigured() && (signature.place === "body" || signature.isSigned(headers))) return;
  judge(provider, null);
}

/**
 * Verifies a message as the requirements say, where a secret is set and a signature came along, and reads its body. That
 * lets a caller pass who leaves the signature out, so WEBHOOKS_REQUIRE_SIGNATURE refuses whatever is not verified. A
 * signature in the headers is judged before the body is looked at, one in the body as soon as it can be read.
 * @param bodyBytesMax the largest body once unpacked
 * @throws AppError unauthenticated, bad_request, too_large, unsupported_encoding
 */
export async function openMessage(
  provider: Signed & Pick<InboundProvider, "parse" | "keeps" | "formField">,
  post: Post,
  bodyBytesMax: number,
  now: Date,
): Promise<Opened> {
  const { signature } = provider;
  const { headers } = post.request;
  const isConfigured = provider.isConfigured();
  const read = async (packsLarge: boolean) =>
    parseBody(provider, await unpack(post.bytes, post.request, bodyBytesMax), { headers, packsLarge });
  if (isConfigured && signature.place === "body") {
    const parsed = await read(true);
    return { ...parsed, verification: judge(provider, await signature.verify(parsed.body, now)) };
  }
  const isSigned = isConfigured && signature.place === "headers" && signature.isSigned(headers);
  const isRight = isSigned ? await signature.verify({ bytes: post.bytes, headers }, now) : null;
  const verification = judge(provider, isRight);
  return { verification, ...(await read(verification === "verified")) };
}
