import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { AppError } from "@/lib/http/app-error";
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
 * Refuses a change that names a part which is neither as its caller expects it nor as it is to become.
 * @param shown gives the parts as answers show them
 * @param stateOf gives fields of the refusal
 * @throws AppError conflict
 */
export function checkExpected<T extends object>(
  change: Change,
  shown: () => T,
  stateOf?: (shown: T) => Record<string, unknown>,
): void {
  if (change.expected === undefined) return;
  const is = shown();
  const now = JSON.parse(JSON.stringify(is));
  const wanted = change as Record<string, unknown>;
  const isStale = Object.entries(change.expected).some(
    ([part, was]) =>
      was !== undefined &&
      wanted[part] !== undefined &&
      !isDeepStrictEqual(now[part], was) &&
      !isDeepStrictEqual(now[part], wanted[part]),
  );
  if (!isStale) return;
  const state = stateOf?.(is);
  throw new AppError("conflict", "Somebody else has changed it since", state ? { state } : {});
}
