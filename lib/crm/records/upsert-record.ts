import type { WorkspaceScope } from "@/lib/access/authorise";
import { getObject } from "@/lib/crm/objects/get-object";
import { presentRecord } from "@/lib/crm/records/present";
import type { CreateRecord, CrmRecord } from "@/lib/crm/records/schema";
import { upsertRecordAs } from "@/lib/crm/records/write-records";
import { writerOf } from "@/lib/crm/records/writer";
import { Created } from "@/lib/http/answers";
import { AppError } from "@/lib/http/app-error";
import { db, transaction } from "@/lib/platform/database";

/** Of two requests that add the same new value at once, the second finds the first one's record when it retries. */
const TRIES_MAX = 3;

/** Whether another one made, or deleted, the record that is meant between looking for it and writing. */
function isLostRace(error: unknown, match: string): boolean {
  if (!(error instanceof AppError)) return false;
  if (error.code === "not_found") return error.message === "Record not found";
  return error.code === "conflict" && error.issues?.[0]?.path === `values.${match}`;
}

/**
 * Creates the record that has a unique value, or changes the one that has it already, by the actor of a request. Of many
 * at once with the same new value, one creates and the others change what it made.
 * @throws AppError as `upsertRecordAs`
 */
export async function upsertRecord(
  scope: WorkspaceScope,
  objectSlug: string,
  match: string,
  { values }: CreateRecord,
  now: Date,
): Promise<CrmRecord | Created<CrmRecord>> {
  const upsert = () =>
    transaction((tx) => upsertRecordAs(tx, writerOf(scope), objectSlug, match, values, now));
  const upsertOrRepeat = (triesLeft: number): ReturnType<typeof upsert> =>
    upsert().catch((error: unknown) => {
      if (triesLeft === 0 || !isLostRace(error, match)) throw error;
      return upsertOrRepeat(triesLeft - 1);
    });
  const { record, isNew } = await upsertOrRepeat(TRIES_MAX - 1);
  const shown = await presentRecord(await getObject(db(), scope.workspaceId, objectSlug, now), record);
  return isNew ? new Created(shown) : shown;
}
