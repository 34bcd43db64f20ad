import { createHmac } from "node:crypto";
import { timestampOf } from "@/lib/webhooks/rules";

const SECRET_KIND = "whsec_";
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The key of the Standard Webhooks signature: what `standardwebhooks` would read from the same secret, otherwise its
 * bytes.
 */
function standardKey(secret: string): Buffer {
  const encoded = secret.startsWith(SECRET_KIND) ? secret.slice(SECRET_KIND.length) : secret;
  return BASE64.test(encoded) ? Buffer.from(encoded, "base64") : Buffer.from(secret, "utf8");
}

/**
 * Both signatures of a request. `signature` is HMAC-SHA256 of the body, keyed with the secret as shown (requirements,
 * "Webhooks"). `webhookSignature` follows the Standard Webhooks specification, 1.0: it also covers id and time.
 */
export function sign(
  body: Buffer,
  { secret, eventId, at }: { secret: string; eventId: string; at: Date },
): { signature: string; webhookSignature: string } {
  const hex = createHmac("sha256", secret).update(body).digest("hex");
  const standard = createHmac("sha256", standardKey(secret))
    .update(`${eventId}.${timestampOf(at)}.`)
    .update(body)
    .digest("base64");
  return { signature: `sha256=${hex}`, webhookSignature: `v1,${standard}` };
}

/** A new secret: `whsec_` and random bytes in base64. */
export function secretOf(random: Buffer): string {
  return SECRET_KIND + random.toString("base64");
}
