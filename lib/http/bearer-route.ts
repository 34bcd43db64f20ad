import type { z } from "zod";
import type { ErrorCode } from "@/lib/http/app-error";
import { answerOnce } from "@/lib/http/idempotency/answer-once";
import {
  type AnyDeclaration,
  type Declaration,
  type Input,
  parseInput,
  type ResponseSpec,
  type Result,
  type Route,
  route,
} from "@/lib/http/route";
import { type Actor, authenticate, type DeveloperRecord, loadDeveloper } from "@/lib/identity/authenticate";
import { checkCall } from "@/lib/tokens/scope/check-scope";
import type { Reach } from "@/lib/tokens/scope/rules";

type Schema = z.ZodType | undefined;

/**
 * A route for whoever carries a valid bearer token: authenticate → does the token reach it → parse → handle. The handler gets `actor`, which
 * is proof of who calls and of nothing else.
 */
export function bearerRoute<
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  R extends ResponseSpec = undefined,
>(
  declaration: Declaration<P, Q, B, R> & {
    /** What it gives API tokens that are limited. */
    reach: Reach;
    handle(input: Input<P, Q, B> & { actor: Actor }): Promise<Result<R>>;
  },
): Route {
  return route("bearer", declaration as AnyDeclaration, async (request, { now, origin, params }) => {
    const actor = await authenticate(request, now, origin);
    checkCall(actor, declaration.reach, request, declaration);
    const input = await parseInput(declaration, request, params);
    return answerOnce("bearer", declaration as AnyDeclaration, { ...input, request, now, actor }, () =>
      declaration.handle({ ...input, request, now, actor }),
    );
  });
}

/**
 * A bearer route that loads the full developer record (the stronger of the two dependencies in the requirements):
 * 404 `Developer not found` when the token is valid and the record is gone.
 */
export function developerRoute<
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  R extends ResponseSpec = undefined,
>(
  declaration: Declaration<P, Q, B, R> & {
    /** What it gives API tokens that are limited. */
    reach: Reach;
    handle(input: Input<P, Q, B> & { actor: Actor; developer: DeveloperRecord }): Promise<Result<R>>;
  },
): Route {
  const errors: ErrorCode[] = [...(declaration.errors ?? []), "not_found"];
  return route(
    "bearer",
    { ...declaration, errors } as AnyDeclaration,
    async (request, { now, origin, params }) => {
      const { actor, developer } = await loadDeveloper(request, now, origin);
      checkCall(actor, declaration.reach, request, declaration);
      const input = await parseInput(declaration, request, params);
      return answerOnce("bearer", declaration as AnyDeclaration, { ...input, request, now, actor }, () =>
        declaration.handle({ ...input, request, now, actor, developer }),
      );
    },
  );
}
