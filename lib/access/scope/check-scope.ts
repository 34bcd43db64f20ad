import { callProblem, type Reach, type TokenScope, workspaceProblem } from "@/lib/access/scope/rules";
import { AppError } from "@/lib/http/app-error";

type Call = { tokenScope: TokenScope | null };

/** The error for something that a token's owner may do but the token may not. */
export function beyondScope(problem: string): AppError {
  return new AppError("forbidden", `Permission denied: ${problem}`);
}

/**
 * Checks that a token's scope allows calling a route.
 * @throws AppError forbidden
 */
export function checkCall(
  { tokenScope }: Call,
  reach: Reach,
  request: { method: string },
  { reads = false, isWorkspaceRoute = false }: { reads?: boolean | undefined; isWorkspaceRoute?: boolean },
): void {
  const problem = callProblem(tokenScope, { reach, isWorkspaceRoute, method: request.method, reads });
  if (problem !== null) throw beyondScope(problem);
}

/**
 * Checks that a caller may do something in a workspace that needs no permission, such as tracking time.
 * @throws AppError forbidden
 */
export function checkWorkspace({ tokenScope }: Call, workspaceId: string): void {
  const problem = workspaceProblem(tokenScope, workspaceId);
  if (problem !== null) throw beyondScope(problem);
}
