import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { JsonValue } from "@/lib/http/fields";

/** The field of a change in which callers say what the parts were that they change, as they were read. */
export function expectedParts<Part extends string>(parts: readonly Part[]) {
  const shape = Object.fromEntries(parts.map((part) => [part, JsonValue.optional()]));
  return z
    .object(shape as Record<Part, z.ZodOptional<typeof JsonValue>>)
    .optional()
    .meta({
      description:
        "What the parts were that are changed here, as they were read. A 409 when somebody else has changed one of them since",
    });
}

type Change = { expected?: object | undefined };

/**
 * Whether a change names a part that is neither as its caller expects it nor as it is to become.
 * @param shown the parts as answers show them
 */
export function isUnexpected(shown: object, change: Change): boolean {
  const now = JSON.parse(JSON.stringify(shown));
  const wanted = change as Record<string, unknown>;
  return Object.entries(change.expected ?? {}).some(
    ([part, was]) =>
      was !== undefined &&
      wanted[part] !== undefined &&
      !isDeepStrictEqual(now[part], was) &&
      !isDeepStrictEqual(now[part], wanted[part]),
  );
}
