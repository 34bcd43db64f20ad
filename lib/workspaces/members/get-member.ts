import type { WorkspaceScope } from "@/lib/access/authorise";
import { orNotFound } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";
import { presentMember } from "@/lib/workspaces/members/present";
import type { Member } from "@/lib/workspaces/members/schema";
import { findMember } from "@/lib/workspaces/members/store";

/** One member of the workspace. @throws AppError not_found */
export async function getMember(scope: WorkspaceScope, developerId: string): Promise<Member> {
  return presentMember(orNotFound(await findMember(db(), scope, developerId), "Member"));
}
