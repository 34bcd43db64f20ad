import { DELIVERY_ID_CHARS_MAX, HEADER_CHARS_MAX, RETRY_FACTOR, RETRY_MS_FIRST } from "@/lib/inbound/limits";
import { sha256Hex } from "@/lib/platform/crypto";
import { storable } from "@/lib/platform/storable";

export const VERIFICATIONS = ["verified", "unsigned", "off"] as const;
/** `verified`: the signature was right. `unsigned`: it came without one. `off`: nothing to verify it with is set. */
export type Verification = (typeof VERIFICATIONS)[number];

export const DELIVERY_STATUSES = ["ignored", "pending", "retrying", "processed", "failed"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const STANDINGS = ["required", "optional", "off"] as const;
/** How a provider's deliveries are verified: always, where they carry a signature, or never. */
export type Standing = (typeof STANDINGS)[number];

/**
 * The state of a provider. If signatures are required but no secret is set, everything it sends is refused: such a
 * provider counts as required, not as off.
 */
export function standingOf(isConfigured: boolean, isRequired: boolean): Standing {
  if (isRequired) return "required";
  return isConfigured ? "optional" : "off";
}

/**
 * Whether what comes without a signature is acted on: while signatures are not demanded, of a provider that has no secret
 * and of one that is believed all the same.
 */
export function believesUnsigned(
  provider: { isConfigured(): boolean; believesUnsigned?: true },
  isRequired: boolean,
): boolean {
  return !isRequired && (!provider.isConfigured() || provider.believesUnsigned === true);
}

const PLAIN_ID = /^[\x21-\x7e]+$/;

/**
 * The id under which a delivery is known. One that can't be a key is replaced by its hash; without one, equal bytes of
 * the same event are the same delivery.
 */
export function externalIdOf(deliveryId: string | null, event: string, bytesSha256: string): string {
  if (!deliveryId) return `sha256:${sha256Hex(`${event}\n${bytesSha256}`)}`;
  const isKey = deliveryId.length <= DELIVERY_ID_CHARS_MAX && PLAIN_ID.test(deliveryId);
  return isKey ? deliveryId : `sha256:${sha256Hex(deliveryId)}`;
}

const ALWAYS_KEPT = ["content-type", "user-agent"];

/** The headers to store: only those listed, because secrets may be in any other. */
export function headersKept(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    [...ALWAYS_KEPT, ...names].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name.toLowerCase(), storable(value, HEADER_CHARS_MAX)]];
    }),
  );
}

/** How long a delivery waits after so many failures, in milliseconds. */
export function retryInMs(failures: number): number {
  return Math.round(RETRY_MS_FIRST * RETRY_FACTOR ** (failures - 1));
}
