import { isUtf8 } from "node:buffer";
import { AppError } from "@/lib/http/app-error";
import { parseLarge } from "@/lib/http/large-bodies";
import { LARGE_BODY_BYTES_MIN } from "@/lib/http/limits";
import { parseJson } from "@/lib/http/request-body";
import type { InboundProvider } from "@/lib/inbound/provider";
import { sha256Hex } from "@/lib/platform/crypto";

const FORM = /^application\/x-www-form-urlencoded\b/i;

/** The field of a form that JSON may come in, where it did; a form that begins otherwise is taken for the JSON itself. */
function fieldOf(field: string | undefined, sent: Buffer, headers: Headers | undefined): string | null {
  if (field === undefined || !FORM.test(headers?.get("content-type") ?? "")) return null;
  return sent.subarray(0, field.length + 1).toString("latin1") === `${field}=` ? field : null;
}

/** @throws AppError bad_request for a value that is not percent-encoded UTF-8 */
function formValue(field: string, form: Buffer): Buffer<ArrayBuffer> {
  const end = form.indexOf("&");
  const value = form.subarray(field.length + 1, end === -1 ? undefined : end);
  try {
    if (!isUtf8(value)) throw new URIError();
    return Buffer.from(decodeURIComponent(value.toString("utf8").replaceAll("+", "%20")));
  } catch (cause) {
    throw new AppError("bad_request", `The form's field ${field} is not valid percent-encoded UTF-8.`, {
      cause,
    });
  }
}

/** What a provider makes of a body, and what of its JSON is needed to keep and to know it. */
export type ParsedBody = {
  body: unknown;
  length: number;
  /** The JSON, or its gzip; null for a large one that is not to be packed. */
  bytes: Buffer | null;
  isPacked: boolean;
  /** SHA-256 in hex. */
  hash(): string;
};

/**
 * What a provider makes of a body. A large one is parsed off the main thread, which leaves of it what the provider keeps.
 * @param headers those that came with it; without them it is what this function once gave as `bytes`
 * @param packsLarge whether the bytes of a large one will be needed
 * @throws AppError bad_request for a body that can't be parsed, unavailable when too many large ones wait
 */
export async function parseBody(
  provider: Pick<InboundProvider<never>, "parse" | "keeps" | "formField">,
  sent: Buffer,
  { headers, packsLarge = false }: { headers?: Headers; packsLarge?: boolean } = {},
): Promise<ParsedBody> {
  const field = fieldOf(provider.formField, sent, headers);
  if (provider.keeps && sent.length > LARGE_BODY_BYTES_MIN) {
    const { value, length, sha256, packed } = await parseLarge(sent, provider.keeps, {
      field,
      packs: packsLarge,
    });
    return { body: value, length, bytes: packed, isPacked: packed !== null, hash: () => sha256 };
  }
  const bytes = field === null ? sent : formValue(field, sent);
  const body = provider.parse ? provider.parse(bytes) : parseJson(bytes).value;
  return { body, length: bytes.length, bytes, isPacked: false, hash: () => sha256Hex(bytes) };
}
