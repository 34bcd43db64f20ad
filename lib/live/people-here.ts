import type { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { AppError } from "@/lib/http/app-error";
import { PERMISSIONS } from "@/lib/live/rules";
import type { LookedAt, PeopleHere } from "@/lib/live/schema";
import { deletePresence, isThere, listPeopleHere, upsertPresence } from "@/lib/live/store";

type Thing = LookedAt;

/**
 * Records that the caller is looking at a thing, for 45 s, and returns who else is.
 * @throws AppError forbidden without the permission to view such things; not_found
 */
export async function saySeen(
  scope: WorkspaceScope,
  thing: Thing,
  now: Date,
): Promise<z.input<typeof PeopleHere>> {
  if (!scope.permissions.has(PERMISSIONS[thing.area])) throw new AppError("forbidden", "Permission denied");
  if (!(await isThere(scope, thing))) throw new AppError("not_found", "There is no such thing to look at");
  await upsertPresence(scope, thing, now);
  const people = await listPeopleHere(scope, thing, now);
  return { people: people.map(({ id, name, avatarUrl }) => ({ id, name, avatar_url: avatarUrl })) };
}

/** Records that the caller no longer looks at a thing. */
export async function announceLeft(scope: WorkspaceScope, thing: Thing): Promise<void> {
  await deletePresence(scope, thing);
}
