import { FILE_BYTES_MAX } from "@/lib/forms/limits";
import type { FieldRule } from "@/lib/forms/rules";
import type { FileKind } from "@/lib/forms/schema";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OFFICE = "application/vnd.openxmlformats-officedocument";

type FileType = { kind: FileKind; begins: readonly (readonly [at: number, bytes: readonly number[]])[] };

function ascii(text: string): number[] {
  return [...text].map((char) => char.charCodeAt(0));
}

/** The types that visitors may upload, and the bytes that identify each. None of them runs anything when opened. */
const FILE_TYPES: Record<string, FileType> = {
  "image/png": { kind: "image", begins: [[0, PNG]] },
  "image/jpeg": { kind: "image", begins: [[0, [0xff, 0xd8, 0xff]]] },
  "image/gif": { kind: "image", begins: [[0, ascii("GIF8")]] },
  "image/webp": {
    kind: "image",
    begins: [
      [0, ascii("RIFF")],
      [8, ascii("WEBP")],
    ],
  },
  "application/pdf": { kind: "pdf", begins: [[0, ascii("%PDF-")]] },
  "text/plain": { kind: "text", begins: [] },
  "text/csv": { kind: "text", begins: [] },
  [`${OFFICE}.wordprocessingml.document`]: { kind: "document", begins: [[0, ZIP]] },
  [`${OFFICE}.spreadsheetml.sheet`]: { kind: "document", begins: [[0, ZIP]] },
  [`${OFFICE}.presentationml.presentation`]: { kind: "document", begins: [[0, ZIP]] },
};

const SPACES = [0x09, 0x0a, 0x0d];

/** Whether a file's first bytes are those of the type it was announced as. Text has no control characters. */
export function beginsAs(contentType: string, head: Uint8Array): boolean {
  const type = FILE_TYPES[contentType];
  if (!type) return false;
  if (type.kind === "text") return head.every((byte) => byte >= 0x20 || SPACES.includes(byte));
  return type.begins.every(([at, bytes]) => bytes.every((byte, index) => head[at + index] === byte));
}

/** `10485760` → `10 MiB`, `204800` → `200 KiB`: for visitors, rounded down. */
function sizeText(bytes: number): string {
  const [inUnit, unit] = bytes < 1_048_576 ? [Math.floor(bytes / 1_024), "KiB"] : [bytes / 1_048_576, "MiB"];
  return bytes < 1_024 ? `${bytes} bytes` : `${Math.floor(inUnit * 10) / 10} ${unit}`;
}

/** Why a file is not for a field; null when it is. */
export function refusalOf(
  { validation }: Pick<FieldRule, "validation">,
  file: { contentType: string; byteSize: number },
): string | null {
  const type = Object.hasOwn(FILE_TYPES, file.contentType) ? FILE_TYPES[file.contentType] : undefined;
  if (!type || (validation.accept && !validation.accept.includes(type.kind))) {
    return `Files of this type are not accepted${validation.accept ? `: only ${validation.accept.join(", ")}` : ""}`;
  }
  if (file.byteSize === 0) return "The file is empty";
  const bytesMax = validation.max_bytes ?? FILE_BYTES_MAX;
  return file.byteSize > bytesMax ? `Larger than ${sizeText(bytesMax)}` : null;
}

/** Where a form's files lie: all of them can be found, and erased, without any row. */
export function uploadPrefix(formId: string): string {
  return `forms/${formId}/`;
}

/** Where a visitor uploads to. Anyone with the URL can write there until it expires, so nothing is served from there. */
export function uploadKey(formId: string, uploadId: string): string {
  return `${uploadPrefix(formId)}uploads/${uploadId}`;
}

/** Where a checked file is kept. No upload URL is ever signed for it. */
export function verifiedKey(formId: string, uploadId: string): string {
  return `${uploadPrefix(formId)}verified/${uploadId}`;
}

/** A name that a browser saves a file under, whatever its uploader called it. */
export function savedName(fileName: string): string {
  const safe = fileName.replace(/[^\w.-]+/g, "_").replace(/^[._]+/, "");
  return safe === "" ? "file" : safe;
}
