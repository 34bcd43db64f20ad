import { z } from "zod";

/** An id in a path. A malformed one is answered as an unknown one: 404 `<Thing> not found`. */
export function idParam(thing: string): z.ZodType<string> {
  return z.uuid(`${thing} not found`);
}

/** A time as it goes over the wire: ISO 8601, UTC, ending in Z. */
export const Timestamp = z.iso
  .datetime()
  .meta({ description: "ISO 8601, UTC", example: "2026-11-20T09:30:00.000Z" });

/** A single line that people read: trimmed, at least one character. */
export function line(charsMax: number): z.ZodType<string, string> {
  return z.string().trim().min(1).max(charsMax);
}
