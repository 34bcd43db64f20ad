import { authorise, type WorkspaceScope } from "@/lib/access/authorise";
import type { PermissionSlug } from "@/lib/access/catalog";
import { permissionToSee } from "@/lib/access/rules";
import { checkCall } from "@/lib/access/scope/check-scope";
import { READING, type Reach } from "@/lib/access/scope/rules";
import { AppError } from "@/lib/http/app-error";
import { admission } from "@/lib/routes/admission";
import { authenticate } from "@/lib/routes/authenticate";
import { hidingUnseen } from "@/lib/routes/hide-unseen";
import { answerOnce } from "@/lib/routes/idempotency/answer-once";
import { largeBodiesInTurn } from "@/lib/routes/large-bodies-in-turn";
import { parseInput, route } from "@/lib/routes/route";
import { wrapper } from "@/lib/routes/wrapper";

/** A route without a permission must say what limited API tokens may do there. */
type ByPermission =
  | { permission: PermissionSlug; reach?: undefined }
  | { permission?: undefined; reach: Reach };

type Asked = ByPermission & {
  /**
   * The permission to see what the route is about, if `permission` does not include it: without it nothing can be read,
   * and the answer to a change shows of what people wrote only what the caller sent. Default: what the catalog says of
   * `permission`.
   */
  sees?: PermissionSlug | undefined;
  /** Who may enter a workspace that is deactivated. Default: nobody. */
  whenInactive?: "owner";
};

/**
 * A route under `/workspaces/{workspace_id}/`: authenticate → authorise → parse → handle. The handler gets `scope`,
 * which all workspace-bound store functions require; only active members who hold `permission` get one (every active
 * member if none is named).
 */
export const workspaceRoute = wrapper<{ scope: WorkspaceScope }, Asked>((declaration) => {
  const { permission, reach = "workspace", reads, whenInactive } = declaration;
  const sees = declaration.sees ?? permissionToSee(permission);
  return route("workspace", { ...declaration, sees }, async (request, { now, origin, params }) => {
    const admit = async (at: Date) => {
      const actor = await authenticate(request, at, origin);
      checkCall(actor, reach, request, { reads, isWorkspaceRoute: true });
      const scope = await authorise(actor, String(params.workspace_id), permission, undefined, whenInactive);
      const isBlind = sees !== undefined && !scope.permissions.has(sees);
      if (isBlind && READING.has(request.method)) throw new AppError("forbidden", "Permission denied");
      return { scope, isBlind };
    };
    const { admitted, afterBody, whileAdmitted } = await admission(admit, now);
    return largeBodiesInTurn(request, declaration, admitted.scope.actor.developerId, async () => {
      const input = await parseInput(declaration, request, params);
      const { scope, isBlind } = await afterBody();
      const answer = () =>
        answerOnce("workspace", declaration, { ...input, request, now, actor: scope.actor }, async () =>
          whileAdmitted(await declaration.handle({ ...input, request, now, scope })),
        );
      return isBlind ? hidingUnseen(declaration, request, input, answer) : answer();
    });
  });
});
