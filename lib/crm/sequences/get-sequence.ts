import type { WorkspaceScope } from "@/lib/access/authorise";
import { presentSequence } from "@/lib/crm/sequences/present";
import type { Sequence, SequenceQuery } from "@/lib/crm/sequences/schema";
import { findSequence, listSequenceRows } from "@/lib/crm/sequences/store";
import { orNotFound } from "@/lib/http/app-error";
import { type Page, readPage } from "@/lib/http/paging";
import { db } from "@/lib/platform/database";

/** One sequence. @throws AppError not_found */
export async function getSequence(scope: WorkspaceScope, sequenceId: string): Promise<Sequence> {
  return presentSequence(orNotFound(await findSequence(db(), scope, sequenceId), "Sequence"));
}

/** A page of the workspace's sequences, newest first. */
export async function listSequences(
  scope: WorkspaceScope,
  { search, ...page }: SequenceQuery,
): Promise<Page<Sequence>> {
  return readPage(page, (slice) => listSequenceRows(scope, { search }, slice), presentSequence);
}
