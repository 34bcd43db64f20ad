/** A date and time of no zone. */
const BARE_TIME = /^\d{4}-\d{2}-\d{2}[T ][\d:.]+$/;

/**
 * When an event of ActivityWatch begins, in ms since 1970. Without a zone its time is UTC's, as ActivityWatch itself
 * reads it.
 */
export function beginOf(timestamp: string): number {
  return Date.parse(BARE_TIME.test(timestamp) ? `${timestamp}Z` : timestamp);
}
