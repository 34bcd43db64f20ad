import { isOperator } from "@/lib/access/operators/operator";
import { env } from "@/lib/platform/env";

/** Whether somebody may create workspaces here, according to WORKSPACE_CREATION. Operators always may. */
export function mayCreateWorkspaces(person: { email: string; emailVerified: boolean }): boolean {
  return env().WORKSPACE_CREATION === "anyone" || isOperator(person);
}
