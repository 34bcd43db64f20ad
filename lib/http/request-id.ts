import { randomUUID } from "node:crypto";

const REQUEST_ID = /^[\w-]{8,64}$/;

/** The id of a request: the one given by the caller, if it is safe to log, or a new one. */
export function requestIdOf(given: string | null | undefined): string {
  return given && REQUEST_ID.test(given) ? given : randomUUID();
}
