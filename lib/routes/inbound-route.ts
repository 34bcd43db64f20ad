import type { z } from "zod";
import { readBytes } from "@/lib/http/request-body";
import {
  type AnyDeclaration,
  type Declaration,
  type Input,
  parseInput,
  type ResponseSpec,
  type Result,
  type Route,
  route,
} from "@/lib/routes/route";

type Schema = z.ZodType | undefined;

/**
 * A route that outside providers post to. The handler gets the raw bytes, because signatures are made over bytes:
 * nothing is decoded before they are verified.
 */
export function inboundRoute<
  P extends Schema = undefined,
  Q extends Schema = undefined,
  R extends ResponseSpec = undefined,
>(
  declaration: Omit<Declaration<P, Q, undefined, R>, "body"> & {
    bodyBytesMax: number;
    /** Judges a request before its body is read. @throws AppError where it is refused */
    admit(request: Request, params: Input<P, Q, undefined>["params"]): void;
    handle(input: Omit<Input<P, Q, undefined>, "body"> & { bytes: Buffer }): Promise<Result<R>>;
  },
): Route<P, Q, undefined, R> {
  return route("inbound", declaration as AnyDeclaration, async (request, { now, params }) => {
    const input = await parseInput({ ...declaration, body: undefined }, request, params);
    declaration.admit(request, input.params);
    const bytes = await readBytes(request, declaration.bodyBytesMax);
    return declaration.handle({ ...input, request, now, bytes });
  }) as Route<P, Q, undefined, R>;
}
