import type { z } from "zod";
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
import type { SharePermission } from "@/lib/tables/schema";
import { openSharedTable, SHARE_PROOFS, type ShareScope } from "@/lib/tables/shared/open-shared-table";

type Schema = z.ZodType | undefined;

/** No cache may keep what a link shows, because the link can end at any moment. */
export const UNCACHED = { "Cache-Control": "private, no-store" };

/**
 * A route under `/public/tables/{share_link}`: guard → parse → handle. The handler gets `scope`, without which nothing
 * of the table can be read; only visitors whom the link admits get one.
 */
export function shareRoute<
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  R extends ResponseSpec = undefined,
>(
  declaration: Declaration<P, Q, B, R> & {
    need: SharePermission;
    /** How much a request counts against a visitor's limit. Default 1. */
    weight?: number;
    handle(input: Input<P, Q, B> & { scope: ShareScope }): Promise<Result<R>>;
  },
): Route<P, Q, B, R> {
  const { need, weight = 1 } = declaration;
  const declared = {
    ...declaration,
    headers: UNCACHED,
    proofs: SHARE_PROOFS,
    errors: [
      ...(declaration.errors ?? []),
      "not_found" as const,
      "forbidden" as const,
      "too_many_requests" as const,
    ],
  };
  return route("public", declared as AnyDeclaration, async (request, { now, params }) => {
    const scope = await openSharedTable(request, String(params.share_link), need, weight, now);
    const input = await parseInput(declared, request, params);
    return declaration.handle({ ...input, request, now, scope });
  }) as Route<P, Q, B, R>;
}
