import type { z } from "zod";
import { authorise, type WorkspaceScope } from "@/lib/access/authorise";
import type { PermissionSlug } from "@/lib/access/catalog";
import { checkCall } from "@/lib/access/scope/check-scope";
import type { Reach } from "@/lib/access/scope/rules";
import { authenticate } from "@/lib/routes/authenticate";
import { answerOnce } from "@/lib/routes/idempotency/answer-once";
import { largeBodiesInTurn } from "@/lib/routes/large-bodies-in-turn";
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

/** A route without a permission must say what limited API tokens may do there. */
type ByPermission =
  | { permission: PermissionSlug; reach?: undefined }
  | { permission?: undefined; reach: Reach };

/**
 * A route under `/workspaces/{workspace_id}/`: authenticate → authorise → parse → handle. The handler gets `scope`,
 * which all workspace-bound store functions require; only active members who hold `permission` get one (every active
 * member if none is named).
 */
export function workspaceRoute<
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  R extends ResponseSpec = undefined,
>(
  declaration: Declaration<P, Q, B, R> & {
    /** Who may enter a workspace that is deactivated. Default: nobody. */
    whenInactive?: "owner";
    handle(input: Input<P, Q, B> & { scope: WorkspaceScope }): Promise<Result<R>>;
  } & ByPermission,
): Route<P, Q, B, R> {
  const declared = declaration as unknown as AnyDeclaration;
  return route("workspace", declared, async (request, { now, origin, params }) => {
    const actor = await authenticate(request, now, origin);
    const { permission, reach = "workspace", whenInactive } = declaration;
    checkCall(actor, reach, request, { reads: declaration.reads, isWorkspaceRoute: true });
    const scope = await authorise(actor, String(params.workspace_id), permission, undefined, whenInactive);
    return largeBodiesInTurn(request, declared, actor.developerId, async () => {
      const input = await parseInput(declaration, request, params);
      return answerOnce("workspace", declared, { ...input, request, now, actor }, () =>
        declaration.handle({ ...input, request, now, scope }),
      );
    });
  }) as Route<P, Q, B, R>;
}
