import { z } from "zod";

/** The name of the mark that a secret field's schema carries. */
const SECRET_MARK = "x-secret";

/** A secret in a response, shown only once. The mark keeps such responses from being stored for repeats. */
export function secretText(description: string) {
  return z.string().meta({ description, [SECRET_MARK]: true });
}

function isMarked(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  if ((schema as Record<string, unknown>)[SECRET_MARK] === true) return true;
  return Object.values(schema).some(isMarked);
}

const known = new WeakMap<z.ZodType, boolean>();

/** Whether answers of this shape hold a secret: a field made by `secretText`. */
export function holdsSecret(schema: z.ZodType): boolean {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const holds = isMarked(z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }));
  known.set(schema, holds);
  return holds;
}
