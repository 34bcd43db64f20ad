import type { z } from "zod";
import type { AnyDeclaration, Declaration, Input, ResponseSpec, Result, Route } from "@/lib/routes/route";

type Schema = z.ZodType | undefined;

/** Makes a route of a declaration. */
type Wrapper<Given, Asked> = <
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  R extends ResponseSpec = undefined,
>(
  declaration: Declaration<P, Q, B, R> &
    Asked & { handle(input: Input<P, Q, B> & Given): Promise<Result<R>> },
) => Route<P, Q, B, R>;

/**
 * Types a wrapper: its declarations have what `Asked` says besides the usual, and its handlers get what `Given` says
 * besides what was parsed.
 */
export function wrapper<Given, Asked = unknown>(
  build: (
    declaration: AnyDeclaration &
      Asked & { handle(input: Input<Schema, Schema, Schema> & Given): Promise<unknown> },
  ) => Route,
): Wrapper<Given, Asked> {
  return build as Wrapper<Given, Asked>;
}
