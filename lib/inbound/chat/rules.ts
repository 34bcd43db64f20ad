import { createHmac } from "node:crypto";
import { CONNECT_TOKEN_MINUTES, SIGNATURE_AGE_S_MAX } from "@/lib/inbound/chat/limits";
import { equalInConstantTime } from "@/lib/platform/crypto";
import { MINUTE_MS } from "@/lib/platform/limits";

/** The `v0` signature of a message: HMAC-SHA256 over version, time and body, in hex. */
export function signatureOf(secret: string, timestamp: string, bytes: Uint8Array): string {
  return `v0=${createHmac("sha256", secret).update(`v0:${timestamp}:`).update(bytes).digest("hex")}`;
}

/** Whether a message was signed with the secret, within 300 s of now. */
export function isSignatureRight(
  secret: string,
  { signature, timestamp }: { signature: string; timestamp: string | null },
  bytes: Uint8Array,
  now: Date,
): boolean {
  if (timestamp === null || !/^\d{1,12}$/.test(timestamp)) return false;
  const ageS = Math.abs(now.getTime() / 1000 - Number(timestamp));
  return ageS <= SIGNATURE_AGE_S_MAX && equalInConstantTime(signature, signatureOf(secret, timestamp, bytes));
}

function connectSignature(secret: string, claim: string): string {
  return createHmac("sha256", secret).update(claim).digest("base64url");
}

/** To which workspace a chat team is to be connected, and who answers for that. */
type Connecting = { workspaceId: string; developerId: string };

/** A token that lets whoever gives it in a chat team connect that team to a workspace, for 30 minutes. */
export function mintConnectToken(
  secret: string,
  { workspaceId, developerId }: Connecting,
  now: Date,
): { token: string; expiresAt: Date } {
  const expiresAt = new Date(now.getTime() + CONNECT_TOKEN_MINUTES * MINUTE_MS);
  const claim = `${workspaceId}.${developerId}.${expiresAt.getTime()}`;
  return { token: `${claim}.${connectSignature(secret, claim)}`, expiresAt };
}

/** What a token is for; null for one that was altered, made up or has expired. */
export function readConnectToken(secret: string, token: string, now: Date): Connecting | null {
  const [workspaceId = "", developerId = "", expires = "", signature = ""] = token.trim().split(".");
  const claim = `${workspaceId}.${developerId}.${expires}`;
  const isReal = equalInConstantTime(signature, connectSignature(secret, claim));
  return isReal && Number(expires) > now.getTime() ? { workspaceId, developerId } : null;
}
