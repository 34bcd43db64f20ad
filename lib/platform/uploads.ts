import { createHash } from "node:crypto";
import { putObject, readObject } from "@/lib/platform/storage";

/** The number of first bytes needed to recognise any known format. */
const SIGNATURE_BYTES_MAX = 12;

export type Announced = { contentType: string; byteSize: number; sha256: string };
/** `pending` until the upload was looked at. */
export const UPLOAD_STATUSES = ["pending", "verified", "mismatch", "missing"] as const;
export type UploadVerdict = Exclude<(typeof UPLOAD_STATUSES)[number], "pending">;

/**
 * Compares an upload with what was announced: length, kind and SHA-256. Reads no further than it must, and never more
 * than the announced length. `isOfType` gets a content type and the first bytes, `keep` each part of the body in turn.
 */
async function verdictOn(
  announced: Announced,
  object: { byteSize: number; chunks: AsyncIterable<Uint8Array> } | null,
  isOfType: (contentType: string, head: Uint8Array) => boolean,
  keep: (chunk: Uint8Array) => void,
): Promise<UploadVerdict> {
  if (object === null) return "missing";
  const hash = createHash("sha256");
  let head = Buffer.alloc(0);
  let byteSize = 0;
  for await (const chunk of object.chunks) {
    byteSize += chunk.byteLength;
    // Leaving the loop ends the download.
    if (object.byteSize !== announced.byteSize || byteSize > announced.byteSize) return "mismatch";
    if (head.length < SIGNATURE_BYTES_MAX)
      head = Buffer.concat([head, chunk]).subarray(0, SIGNATURE_BYTES_MAX);
    hash.update(chunk);
    keep(chunk);
  }
  const matches =
    byteSize === announced.byteSize &&
    hash.digest("hex") === announced.sha256 &&
    isOfType(announced.contentType, head);
  return matches ? "verified" : "mismatch";
}

/**
 * Compares what was uploaded to one key with what was announced, and stores what matches under another, by the very bytes
 * that were checked.
 * @throws if the store can't be reached
 */
export async function copyChecked(
  announced: Announced & { objectKey: string },
  to: string,
  isOfType: (contentType: string, head: Uint8Array) => boolean,
): Promise<UploadVerdict> {
  const chunks: Uint8Array[] = [];
  const uploaded = await readObject(announced.objectKey);
  const verdict = await verdictOn(announced, uploaded, isOfType, (chunk) => chunks.push(chunk));
  if (verdict === "verified") await putObject(to, announced.contentType, Buffer.concat(chunks));
  return verdict;
}
