import type { z } from "zod";
import type { Actor } from "@/lib/access/actor";
import { checkCall } from "@/lib/access/scope/check-scope";
import type { Reach } from "@/lib/access/scope/rules";
import type { Origin } from "@/lib/http/origin";
import type { DeveloperRecord } from "@/lib/identity/store";
import { admission } from "@/lib/routes/admission";
import { authenticate, loadDeveloper } from "@/lib/routes/authenticate";
import { answerOnce } from "@/lib/routes/idempotency/answer-once";
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
import { wrapper } from "@/lib/routes/wrapper";

type Schema = z.ZodType | undefined;

export type CallerDeclaration = AnyDeclaration & {
  reach: Reach;
  mayStill?(actor: Actor, body: unknown): Promise<unknown>;
  handle(input: object): Promise<unknown>;
};

/**
 * Builds a route that needs a caller: identify → may the token call it → admit → parse → handle.
 * @param admit what the handler learns about the caller.
 * @throws AppError if this caller is refused
 */
export function callerRoute<C extends { actor: Actor }>(
  declaration: CallerDeclaration,
  identify: (request: Request, now: Date, origin: Origin) => Promise<C>,
  admit: (caller: C) => object,
): Route {
  return route("bearer", declaration, async (request, { now, origin, params }) => {
    const admitCaller = async (at: Date) => {
      const caller = await identify(request, at, origin);
      checkCall(caller.actor, declaration.reach, request, declaration);
      return { actor: caller.actor, admitted: admit(caller) };
    };
    const { afterBody, whileAdmitted } = await admission(admitCaller, now);
    const input = await parseInput(declaration, request, params);
    const { actor, admitted } = await afterBody();
    const mayStill = async () => declaration.mayStill?.(actor, input.body);
    return answerOnce("bearer", declaration, { ...input, request, now, actor, mayStill }, async () =>
      whileAdmitted(await declaration.handle({ ...input, request, now, ...admitted })),
    );
  });
}

/**
 * A route for callers with a valid bearer token. The handler gets `actor`, which proves who is calling and nothing
 * else.
 */
export function bearerRoute<
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  R extends ResponseSpec = undefined,
>(
  declaration: Declaration<P, Q, B, R> & {
    /** What limited API tokens may do here. */
    reach: Reach;
    /**
     * Checks whether a caller may still do this before they get a response stored under an `Idempotency-Key`. For
     * routes whose handler authorises by the content of the body.
     * @throws AppError forbidden
     */
    mayStill?(actor: Actor, body: Input<P, Q, B>["body"]): Promise<unknown>;
    handle(input: Input<P, Q, B> & { actor: Actor }): Promise<Result<R>>;
  },
): Route<P, Q, B, R> {
  const identify = async (request: Request, now: Date, origin: Origin) => ({
    actor: await authenticate(request, now, origin),
  });
  const declared = declaration as unknown as CallerDeclaration;
  return callerRoute(declared, identify, (caller) => caller) as Route<P, Q, B, R>;
}

/**
 * A bearer route that loads the full developer record (the stronger of the two dependencies in the requirements): 404
 * `Developer not found` if the token is valid and the record is gone.
 */
export const developerRoute = wrapper<{ actor: Actor; developer: DeveloperRecord }, { reach: Reach }>(
  (declaration) => {
    const errors = [...(declaration.errors ?? []), "not_found" as const];
    return callerRoute({ ...declaration, errors }, loadDeveloper, (caller) => caller);
  },
);
