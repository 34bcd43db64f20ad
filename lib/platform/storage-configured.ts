import { env } from "@/lib/platform/env";

/**
 * Whether there is an object store. If S3_ENDPOINT is set, the settings were checked to be complete. Separate from the
 * store itself, whose client is large: many callers only ask this.
 */
export function isStorageConfigured(): boolean {
  return env().S3_ENDPOINT !== undefined;
}

/** The origin that browsers upload to and download from; null when storage is not configured. */
export function storageOrigin(): string | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_FORCE_PATH_STYLE } = env();
  if (!S3_ENDPOINT || !S3_BUCKET) return null;
  const { protocol, host } = new URL(S3_ENDPOINT);
  return `${protocol}//${S3_FORCE_PATH_STYLE ? host : `${S3_BUCKET}.${host}`}`;
}
