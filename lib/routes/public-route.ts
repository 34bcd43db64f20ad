import type { z } from "zod";
import type { Actor } from "@/lib/access/actor";
import { callProblem } from "@/lib/access/scope/rules";
import type { Origin } from "@/lib/http/origin";
import { admission } from "@/lib/routes/admission";
import { authenticateOptionally } from "@/lib/routes/authenticate";
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

type Anyone<I, R extends ResponseSpec> = {
  knowsCaller?: undefined;
  handle(input: I & { origin: Origin }): Promise<Result<R>>;
};
type MaybeSomeone<I, R extends ResponseSpec> = {
  /** Set if a bearer token is optional and changes the response: the handler gets `actor`. */
  knowsCaller: true;
  handle(input: I & { actor: Actor | null; origin: Origin }): Promise<Result<R>>;
};

async function actorOf(request: Request, now: Date, origin: Origin): Promise<Actor | null> {
  const caller = await authenticateOptionally(request, now, origin);
  const { method } = request;
  const call = { reach: "personal", isWorkspaceRoute: false, method, reads: false } as const;
  return caller && callProblem(caller.tokenScope, call) === null ? caller : null;
}

/**
 * A route that anyone may call. With `knowsCaller`, `actor` is set if the request has a valid bearer token, and null
 * otherwise. It is null, too, for an API token whose scope does not let it act for its owner here; it gets what a
 * stranger gets.
 */
export function publicRoute<
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  R extends ResponseSpec = undefined,
>(
  declaration: Declaration<P, Q, B, R> & (Anyone<Input<P, Q, B>, R> | MaybeSomeone<Input<P, Q, B>, R>),
): Route<P, Q, B, R> {
  return route("public", declaration as AnyDeclaration, async (request, { now, origin, params }) => {
    const admit = async (at: Date) => (declaration.knowsCaller ? actorOf(request, at, origin) : null);
    const { afterBody } = await admission(admit, now);
    const input = await parseInput(declaration, request, params);
    const actor = await afterBody();
    return declaration.handle({ ...input, request, now, actor, origin });
  }) as Route<P, Q, B, R>;
}
