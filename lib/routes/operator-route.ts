import { type Operator, requireOperator } from "@/lib/access/operators/operator";
import { loadDeveloper } from "@/lib/routes/authenticate";
import { callerRoute } from "@/lib/routes/bearer-route";
import { wrapper } from "@/lib/routes/wrapper";

const FOR_OPERATORS = "For operators alone: people whose verified address is one of `OPERATOR_EMAILS`.";

/**
 * A route for operators: authenticate → is it an operator → parse → handle. The handler gets `operator`, which store
 * functions across all workspaces require.
 */
export const operatorRoute = wrapper<{ operator: Operator }>((declaration) => {
  const errors = [...(declaration.errors ?? []), "forbidden" as const, "not_found" as const];
  const description = [declaration.description, FOR_OPERATORS].filter(Boolean).join("\n\n");
  return callerRoute(
    { ...declaration, description, errors, reach: "personal" },
    loadDeveloper,
    ({ actor, developer }) => ({ operator: requireOperator(actor, developer) }),
  );
});
