import type { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { AppError } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";
import { presentRepository } from "@/lib/repositories/present";
import type { Repository } from "@/lib/repositories/schema";
import { findRepository } from "@/lib/repositories/store";

/** One repository of the workspace. @throws AppError not_found */
export async function getRepository(scope: WorkspaceScope, id: string): Promise<z.input<typeof Repository>> {
  const row = await findRepository(db(), scope, id);
  if (!row) throw new AppError("not_found", "Repository not found");
  return presentRepository(row);
}
