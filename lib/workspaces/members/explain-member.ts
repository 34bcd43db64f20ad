import type { WorkspaceScope } from "@/lib/access/authorise";
import { explain } from "@/lib/access/rules";
import type { Explanation } from "@/lib/access/schema";
import { orNotFound } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";
import { toMembership } from "@/lib/workspaces/members/present";
import { findMember } from "@/lib/workspaces/members/store";

/** What a member may do, permission by permission, and why. @throws AppError not_found */
export async function explainMember(scope: WorkspaceScope, developerId: string): Promise<Explanation> {
  const row = orNotFound(await findMember(db(), scope, developerId), "Member");
  return explain(toMembership(row));
}
