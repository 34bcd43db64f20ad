import { createHash } from "node:crypto";

/** The bytes that tell these formats, each at its place: PNG specification 5.2, JPEG's SOI marker, RFC 9649 2.3. */
const SIGNATURES: Record<string, { at: number; bytes: Buffer }[]> = {
  "image/png": [{ at: 0, bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) }],
  "image/jpeg": [{ at: 0, bytes: Buffer.from([0xff, 0xd8, 0xff]) }],
  "image/webp": [
    { at: 0, bytes: Buffer.from("RIFF") },
    { at: 8, bytes: Buffer.from("WEBP") },
  ],
};
const SIGNATURE_BYTES_MAX = 12;

/** Whether the first bytes of a file are those of its content type. */
function beginsLike(contentType: string, head: Uint8Array): boolean {
  const parts = SIGNATURES[contentType];
  return parts?.every(({ at, bytes }) => bytes.equals(head.subarray(at, at + bytes.length))) ?? false;
}

/** Where a developer's objects lie: all of them can be found, and erased, without any row. */
export function evidencePrefix(developerId: string): string {
  return `evidence/${developerId}/`;
}

export type Announced = { contentType: string; byteSize: number; sha256: string };
export type EvidenceStatus = "verified" | "mismatch" | "missing";

/**
 * What an upload turned out to be, against what was announced: its length, its kind and its SHA-256. Reads no further
 * than it must, and never more than the announced length.
 */
export async function verdictOn(
  announced: Announced,
  object: { byteSize: number; chunks: AsyncIterable<Uint8Array> } | null,
  isOfType: (contentType: string, head: Uint8Array) => boolean = beginsLike,
): Promise<EvidenceStatus> {
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
  }
  const matches =
    byteSize === announced.byteSize &&
    hash.digest("hex") === announced.sha256 &&
    isOfType(announced.contentType, head);
  return matches ? "verified" : "mismatch";
}
