import { callProblem, type Reach, type TokenScope, workspaceProblem } from "@/lib/access/scope/rules";
import { AppError } from "@/lib/http/app-error";

type Call = { tokenScope: TokenScope | null };

/** The refusal of what a token's owner may do and the token may not. */
export function beyondScope(problem: string): AppError {
  return new AppError("forbidden", `Permission denied: ${problem}`);
}

/** Lets a caller call a route, as far as their token's scope decides that. @throws AppError forbidden */
export function checkCall(
  { tokenScope }: Call,
  reach: Reach,
  request: { method: string },
  { reads = false, isWorkspaceRoute = false }: { reads?: boolean | undefined; isWorkspaceRoute?: boolean },
): void {
  const problem = callProblem(tokenScope, { reach, isWorkspaceRoute, method: request.method, reads });
  if (problem !== null) throw beyondScope(problem);
}

/** Lets a caller do in a workspace what goes by no permission, such as tracking time. @throws AppError forbidden */
export function checkWorkspace({ tokenScope }: Call, workspaceId: string): void {
  const problem = workspaceProblem(tokenScope, workspaceId);
  if (problem !== null) throw beyondScope(problem);
}
