import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_SECONDS = 300;

/**
 * Throws unless a request was signed with your webhook's secret within the last five minutes.
 * `body` is the raw body, before any parsing: a Buffer or the exact text. `headers` has lower-case names, as
 * `request.headers` of Node's own server has.
 */
export function verify(secret, headers, body) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const signatures = headers["webhook-signature"];
  if (!id || !timestamp || !signatures) throw new Error("A signature header is missing");

  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(age <= TOLERANCE_SECONDS)) throw new Error("The timestamp is too far from now");

  const expected = createHmac("sha256", keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest();
  const isSigned = signatures.split(" ").some((signature) => {
    const [version, value = ""] = signature.split(",");
    const given = Buffer.from(value, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) throw new Error("The signature does not match");
}

/** Secrets are base64 after `whsec_`; one of your own that is not is used as it stands. */
function keyOf(secret) {
  const encoded = secret.replace(/^whsec_/, "");
  const isBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded);
  return isBase64 ? Buffer.from(encoded, "base64") : Buffer.from(secret);
}
