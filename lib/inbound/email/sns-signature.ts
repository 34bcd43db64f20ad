import { createVerify } from "node:crypto";
import https from "node:https";
import type { Readable } from "node:stream";
import {
  SNS_CERTIFICATE_BYTES_MAX,
  SNS_CERTIFICATE_MS_MAX,
  SNS_CERTIFICATES_KEPT_MAX,
} from "@/lib/inbound/email/limits";

/*
 * The signatures of the notification service's messages. Its own library for this reads a certificate of any size, for
 * as long as it takes.
 */

/** What is signed of a message, in this order; `Token` only where a subscription is to be confirmed. */
const SIGNED = [
  "Message",
  "MessageId",
  "Subject",
  "SubscribeURL",
  "Timestamp",
  "Token",
  "TopicArn",
  "Type",
] as const;

/** What is read of a message to verify it. */
export type SnsMessage = {
  Type: string;
  Signature: string;
  SignatureVersion: "1" | "2";
  SigningCertURL: string;
} & Partial<Record<(typeof SIGNED)[number], string | undefined>>;

/** By address. A new certificate has a new one. */
const certificates = new Map<string, string>();

async function readUpTo(body: Readable, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > bytesMax) throw new Error(`The certificate has more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** No redirect is followed. */
async function fetchCertificate(url: string): Promise<string> {
  const signal = AbortSignal.timeout(SNS_CERTIFICATE_MS_MAX);
  const response = await new Promise<Readable & { statusCode?: number | undefined }>((resolve, reject) => {
    https.get(url, { signal }, resolve).on("error", reject);
  });
  if (response.statusCode !== 200) {
    response.destroy();
    throw new Error(`The certificate could not be fetched: ${response.statusCode}`);
  }
  return readUpTo(response, SNS_CERTIFICATE_BYTES_MAX);
}

async function certificateAt(url: string): Promise<string> {
  const kept = certificates.get(url);
  if (kept !== undefined) return kept;
  const certificate = await fetchCertificate(url);
  const [oldest] = certificates.keys();
  if (oldest !== undefined && certificates.size >= SNS_CERTIFICATES_KEPT_MAX) certificates.delete(oldest);
  certificates.set(url, certificate);
  return certificate;
}

/** The text that is signed: each field that the message has, in this order, with its name. */
function signedText(message: SnsMessage): string {
  return SIGNED.filter((name) => message[name] !== undefined)
    .filter((name) => name !== "Token" || message.Type === "SubscriptionConfirmation")
    .map((name) => `${name}\n${message[name]}\n`)
    .join("");
}

/**
 * Whether a message is signed by the certificate that it names, which the caller has found to be the service's.
 * @throws Error when the certificate can't be fetched, in its time and size, or is none
 */
export async function isSnsSignatureRight(message: SnsMessage): Promise<boolean> {
  const certificate = await certificateAt(message.SigningCertURL);
  const verifier = createVerify(message.SignatureVersion === "1" ? "RSA-SHA1" : "RSA-SHA256");
  return verifier.update(signedText(message)).verify(certificate, message.Signature, "base64");
}
