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
import { loadDeveloper } from "@/lib/identity/authenticate";
import { type Operator, requireOperator } from "@/lib/operators/operator";
import { checkCall } from "@/lib/tokens/scope/check-scope";

type Schema = z.ZodType | undefined;

const FOR_OPERATORS = "For operators alone: people whose verified address is one of `OPERATOR_EMAILS`.";

/**
 * A route for those who run the service: authenticate → are they an operator → parse → handle. The handler gets
 * `operator`, the only thing that store functions over all workspaces take.
 */
export function operatorRoute<
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  R extends ResponseSpec = undefined,
>(
  declaration: Declaration<P, Q, B, R> & {
    handle(input: Input<P, Q, B> & { operator: Operator }): Promise<Result<R>>;
  },
): Route {
  const errors: ErrorCode[] = [...(declaration.errors ?? []), "forbidden", "not_found"];
  const description = [declaration.description, FOR_OPERATORS].filter(Boolean).join("\n\n");
  return route(
    "bearer",
    { ...declaration, description, errors, reach: "personal" } as AnyDeclaration,
    async (request, { now, origin, params }) => {
      const { actor, developer } = await loadDeveloper(request, now, origin);
      checkCall(actor, "personal", request, declaration);
      const operator = requireOperator(actor, developer);
      const input = await parseInput(declaration, request, params);
      return answerOnce("bearer", declaration as AnyDeclaration, { ...input, request, now, actor }, () =>
        declaration.handle({ ...input, request, now, operator }),
      );
    },
  );
}
