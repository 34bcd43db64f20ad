import { invalidBody } from "@/lib/http/app-error";
import { LOGO_BYTES_MAX } from "@/lib/http/limits";

/** A small picture: PNG, JPEG or WebP. */
export type Picture = { bytes: Uint8Array<ArrayBuffer>; type: string };

/** How files of each type begin. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  "image/png": /^89504e470d0a1a0a/,
  "image/jpeg": /^ffd8ff/,
  "image/webp": /^52494646.{8}57454250/,
};

const BEGINNING_BYTES = 12;

/**
 * Reads a picture out of a data URL, and makes sure that it is what it says it is: browsers get it under its type.
 * @throws AppError invalid
 */
export function readLogo(url: string): Picture {
  const [, type = "", base64 = ""] = /^data:([^;]+);base64,(.*)$/.exec(url) ?? [];
  const bytes = Uint8Array.from(Buffer.from(base64, "base64"));
  const beginning = Buffer.from(bytes.subarray(0, BEGINNING_BYTES)).toString("hex");
  if (bytes.byteLength <= LOGO_BYTES_MAX && BEGINNINGS[type]?.test(beginning)) return { bytes, type };
  throw invalidBody([{ path: "logo", message: "Not a PNG, JPEG or WebP of at most 64 KB" }]);
}

/** A picture as a data URL, which `readLogo` reads. */
export function dataUrlOf({ bytes, type }: Picture): string {
  return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
}

type LogoColumns = { logo: Uint8Array<ArrayBuffer> | null; logoType: string | null };

/** A logo as it is stored, or that there is none. */
export function logoColumns(logo: Picture | null): LogoColumns {
  return { logo: logo?.bytes ?? null, logoType: logo?.type ?? null };
}

/** A logo that was stored by `logoColumns`; null if there is none. */
export function storedLogo(row: LogoColumns | null): Picture | null {
  return row?.logo && row.logoType !== null ? { bytes: row.logo, type: row.logoType } : null;
}

/** A logo as a file, which browsers and caches may keep for a while. */
export function logoAnswer({ bytes, type }: Picture): Response {
  return new Response(bytes, {
    headers: {
      "Content-Type": type,
      "Cache-Control": "public, max-age=300",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}
