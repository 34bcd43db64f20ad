import type { WorkspaceScope } from "@/lib/access/authorise";
import { orNotFound } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";
import { presentRepository } from "@/lib/repositories/present";
import type { Repository } from "@/lib/repositories/schema";
import { findRepository } from "@/lib/repositories/store";

/** One repository of the workspace. @throws AppError not_found */
export async function getRepository(scope: WorkspaceScope, id: string): Promise<Repository> {
  return presentRepository(orNotFound(await findRepository(db(), scope, id), "Repository"));
}
