import { useState } from "react";

type Read = { error: Error | null; errorUpdateCount?: number };

/**
 * Why something could not be read at all, also while it is tried again: the notice stands until there is an answer, and
 * does not give way to an outline only to come back.
 */
export function useStandingError<T>(data: T | undefined, { error, errorUpdateCount = 0 }: Read) {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  if (data !== undefined) return { error: null, isRetrying: false };
  const isRetrying = error === null && errorUpdateCount > 0 && last !== null;
  return { error: isRetrying ? last : error, isRetrying };
}
