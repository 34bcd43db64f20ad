import type { Prisma } from "@/lib/platform/database";
import { followingWorkspaces } from "@/lib/repositories/events/store";

/** A query of the workspaces that a repository's events concern: they adopted it and may still read it. */
export function audienceOf(repository: { id: number; private: boolean }, now: Date): Prisma.Sql {
  return followingWorkspaces(String(repository.id), repository.private, now);
}
