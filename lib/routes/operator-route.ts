import type { z } from "zod";
import { type Operator, requireOperator } from "@/lib/access/operators/operator";
import type { ErrorCode } from "@/lib/http/app-error";
import { loadDeveloper } from "@/lib/routes/authenticate";
import { type CallerDeclaration, callerRoute } from "@/lib/routes/bearer-route";
import type { Declaration, Input, ResponseSpec, Result, Route } from "@/lib/routes/route";

type Schema = z.ZodType | undefined;

const FOR_OPERATORS = "For operators alone: people whose verified address is one of `OPERATOR_EMAILS`.";

/**
 * A route for operators: authenticate → is it an operator → parse → handle. The handler gets `operator`, which store
 * functions across all workspaces require.
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
): Route<P, Q, B, R> {
  const errors: ErrorCode[] = [...(declaration.errors ?? []), "forbidden", "not_found"];
  const description = [declaration.description, FOR_OPERATORS].filter(Boolean).join("\n\n");
  const declared = {
    ...declaration,
    description,
    errors,
    reach: "personal",
  } as unknown as CallerDeclaration;
  return callerRoute(declared, loadDeveloper, ({ actor, developer }) => ({
    operator: requireOperator(actor, developer),
  })) as Route<P, Q, B, R>;
}
