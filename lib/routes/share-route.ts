import { type AnyDeclaration, parseInput, route } from "@/lib/routes/route";
import { wrapper } from "@/lib/routes/wrapper";
import type { SharePermission } from "@/lib/tables/schema";
import { openSharedTable, SHARE_PROOFS, type ShareScope } from "@/lib/tables/shared/open-shared-table";

/** No cache may keep what a link shows, because the link can end at any moment. */
export const UNCACHED = { "Cache-Control": "private, no-store" };

type Asked = {
  need: SharePermission;
  /** How much a request counts against a visitor's limit. Default 1. */
  weight?: number;
};

/**
 * A route under `/public/tables/{share_link}`: guard → parse → handle. The handler gets `scope`, without which nothing
 * of the table can be read; only visitors whom the link admits get one.
 */
export const shareRoute = wrapper<{ scope: ShareScope }, Asked>((declaration) => {
  const { need, weight = 1, errors = [] } = declaration;
  const declared: AnyDeclaration = {
    ...declaration,
    headers: UNCACHED,
    proofs: SHARE_PROOFS,
    errors: [...errors, "not_found", "forbidden", "too_many_requests"],
  };
  return route("public", declared, async (request, { now, params }) => {
    const scope = await openSharedTable(request, String(params.share_link), need, weight, now);
    const input = await parseInput(declared, request, params);
    return declaration.handle({ ...input, request, now, scope });
  });
});
