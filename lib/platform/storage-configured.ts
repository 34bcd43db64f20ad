import { env } from "@/lib/platform/env";

/**
 * Whether there is an object store. If S3_ENDPOINT is set, the settings were checked to be complete. Separate from the
 * store itself, whose client is large: many callers only ask this.
 */
export function isStorageConfigured(): boolean {
  return env().S3_ENDPOINT !== undefined;
}
