import { isOperator } from "@/lib/access/operators/operator";
import { env } from "@/lib/platform/env";

/** Whether somebody may found workspaces here, as WORKSPACE_CREATION has it. Operators may. */
export function mayCreateWorkspaces(person: { email: string; emailVerified: boolean }): boolean {
  return env().WORKSPACE_CREATION === "anyone" || isOperator(person);
}
