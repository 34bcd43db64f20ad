import { isPrivateCategory } from "@/lib/tracker/enrichment/attribution-rules";
import { BUILT_IN_LAYER } from "@/lib/tracker/enrichment/built-in-rules";
import { categorise, type Described } from "@/lib/tracker/enrichment/category-rules";

/** Whether a screenshot of a sample may be kept: not if its content is private or personal. */
export function maySeeOf(sample: Described): boolean {
  return !isPrivateCategory(categorise(sample, [BUILT_IN_LAYER]).category);
}

/**
 * The bytes that identify these formats, each at its offset: PNG specification 5.2, JPEG's SOI marker, RFC 9649 2.3.
 */
const SIGNATURES: Record<string, { at: number; bytes: Buffer }[]> = {
  "image/png": [{ at: 0, bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) }],
  "image/jpeg": [{ at: 0, bytes: Buffer.from([0xff, 0xd8, 0xff]) }],
  "image/webp": [
    { at: 0, bytes: Buffer.from("RIFF") },
    { at: 8, bytes: Buffer.from("WEBP") },
  ],
};

/** Whether a file begins with its content type's signature. */
export function beginsLike(contentType: string, head: Uint8Array): boolean {
  const parts = SIGNATURES[contentType];
  return parts?.every(({ at, bytes }) => bytes.equals(head.subarray(at, at + bytes.length))) ?? false;
}

/** Whether a sample names a screenshot as they are named here. Any other text in that place is not stored. */
export function isEvidenceRef(text: string): boolean {
  return /^ev_[0-9A-Za-z]{1,64}$/.test(text);
}

/** Where a client uploads to. Anyone with the URL can write there until it expires, so nothing is served from there. */
export function uploadKey(developerId: string, ref: string): string {
  return `${evidencePrefix(developerId)}uploads/${ref}`;
}

/** Where a checked screenshot is kept. No upload URL is ever signed for it. */
export function verifiedKey(developerId: string, ref: string): string {
  return `${evidencePrefix(developerId)}verified/${ref}`;
}

/** The prefix of all of a developer's objects, so that they can be found and erased without any row. */
export function evidencePrefix(developerId: string): string {
  return `evidence/${developerId}/`;
}
