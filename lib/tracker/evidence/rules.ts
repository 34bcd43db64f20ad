import { isTheirsAlone } from "@/lib/tracker/enrichment/attribution-rules";
import { BUILT_IN_LAYER } from "@/lib/tracker/enrichment/built-in-rules";
import { categorise, type Described } from "@/lib/tracker/enrichment/category-rules";

/** Whether a screenshot of a sample's content may be kept: not of private or personal content. */
export function maySeeOf(sample: Described): boolean {
  return !isTheirsAlone(categorise(sample, [BUILT_IN_LAYER]).category);
}

/** The bytes that identify these formats, each at its place: PNG specification 5.2, JPEG's SOI marker, RFC 9649 2.3. */
const SIGNATURES: Record<string, { at: number; bytes: Buffer }[]> = {
  "image/png": [{ at: 0, bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) }],
  "image/jpeg": [{ at: 0, bytes: Buffer.from([0xff, 0xd8, 0xff]) }],
  "image/webp": [
    { at: 0, bytes: Buffer.from("RIFF") },
    { at: 8, bytes: Buffer.from("WEBP") },
  ],
};

/** Whether the first bytes of a file are those of its content type. */
export function beginsLike(contentType: string, head: Uint8Array): boolean {
  const parts = SIGNATURES[contentType];
  return parts?.every(({ at, bytes }) => bytes.equals(head.subarray(at, at + bytes.length))) ?? false;
}

/** Where a client uploads to. Whoever has the URL may write there until it expires, so nothing is served from there. */
export function uploadKey(developerId: string, ref: string): string {
  return `${evidencePrefix(developerId)}uploads/${ref}`;
}

/** Where evidence lies once it was checked: no URL to write there was ever signed. */
export function verifiedKey(developerId: string, ref: string): string {
  return `${evidencePrefix(developerId)}verified/${ref}`;
}

/** Where a developer's objects lie: all of them can be found, and erased, without any row. */
export function evidencePrefix(developerId: string): string {
  return `evidence/${developerId}/`;
}
