/** Whether an error is that a part of the page could not be fetched: offline, or the service was updated since. */
export function isUnloaded(error: unknown): boolean {
  return error instanceof Error && error.name === "ChunkLoadError";
}
