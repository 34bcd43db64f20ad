import { env } from "@/lib/platform/env";

/**
 * Whether there is an object store. The settings have been checked to be complete wherever S3_ENDPOINT is set. Apart from
 * the store itself, whose client is large: many ask this who never store anything.
 */
export function isStorageConfigured(): boolean {
  return env().S3_ENDPOINT !== undefined;
}
