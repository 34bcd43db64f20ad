import { parseLarge } from "@/lib/http/large-bodies";
import { LARGE_BODY_BYTES_MIN } from "@/lib/http/limits";
import { parseJson } from "@/lib/http/request-body";
import type { InboundProvider } from "@/lib/inbound/provider";

/**
 * What a provider makes of a body. A large one is parsed off the main thread, which leaves of it what the provider keeps.
 * @param sent handed over: `bytes` of the answer are the same and take their place
 * @throws AppError bad_request for a body that can't be parsed, unavailable when too many large ones wait
 */
export async function parseBody(
  provider: Pick<InboundProvider<never>, "parse" | "keeps">,
  sent: Buffer,
): Promise<{ body: unknown; bytes: Buffer<ArrayBuffer> }> {
  if (provider.keeps && sent.length > LARGE_BODY_BYTES_MIN) {
    const { value, bytes } = await parseLarge(sent, provider.keeps);
    return { body: value, bytes };
  }
  const bytes = sent as Buffer<ArrayBuffer>;
  return { body: provider.parse ? provider.parse(bytes) : parseJson(bytes).value, bytes };
}
