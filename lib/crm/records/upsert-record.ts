import type { WorkspaceScope } from "@/lib/access/authorise";
import { checkValues } from "@/lib/crm/attributes/rules";
import { getLockedObject, type ObjectRow } from "@/lib/crm/objects/get-object";
import { staleRecord } from "@/lib/crm/records/expect-version";
import { presentRecord } from "@/lib/crm/records/present";
import type { CreateRecord, CrmRecord } from "@/lib/crm/records/schema";
import { findHolders, type RecordRow } from "@/lib/crm/records/store";
import { uniqueKeys } from "@/lib/crm/records/value-keys";
import {
  createRecordAs,
  type Given,
  getLockedRecords,
  updateRecordsAs,
} from "@/lib/crm/records/write-records";
import { type Writer, writerOf } from "@/lib/crm/records/writer";
import { Created } from "@/lib/http/answers";
import { AppError, invalidBody } from "@/lib/http/app-error";
import { type IfMatch, isMatched } from "@/lib/http/if-match";
import { type Db, transaction } from "@/lib/platform/database";

/** Of two requests that add the same new value at once, the second finds the first one's record when it retries. */
const TRIES_MAX = 3;

/** Whether another one made, or deleted, the record that is meant between looking for it and writing. */
function isLostRace(error: unknown, match: string): boolean {
  if (!(error instanceof AppError)) return false;
  if (error.code === "not_found") return error.message === "Record not found";
  // It may have taken other values of the request as well.
  return error.code === "conflict" && error.issues?.some(({ path }) => path === `values.${match}`) === true;
}

/** What became of the record that is meant; `stale` where it is in another version than the caller named, or missing. */
type Upserted = { object: ObjectRow } & (
  | { became: "created" | "changed"; record: RecordRow }
  | { became: "stale"; record: RecordRow | null }
);

/** Changes the live record that has the value, or creates one. A deleted record does not have its values any more. */
async function upsertIn(
  tx: Db,
  writer: Writer,
  { objectSlug, match, given, ifMatch, now }: Upsert,
): Promise<Upserted> {
  const object = await getLockedObject(tx, writer.workspaceId, objectSlug, now);
  const attribute = object.attributes.find(({ slug }) => slug === match);
  if (!attribute?.isUnique) {
    throw new AppError("bad_request", `The query is not valid: match must be a unique attribute's slug`);
  }
  const named = checkValues([attribute], given, "update");
  const [key] = uniqueKeys([attribute], named.values);
  if (!key) {
    const required = { path: `values.${match}`, message: "Required: records are matched by it" };
    const issues = named.issues.length > 0 ? named.issues : [required];
    throw invalidBody(issues);
  }
  const [holder] = await findHolders(tx, [key]);
  if (!holder) {
    if (ifMatch !== null) return { object, became: "stale", record: null };
    return { object, became: "created", record: await createRecordAs(tx, writer, objectSlug, given, now) };
  }
  const [held] = await getLockedRecords(tx, writer.workspaceId, object, [holder.recordId]);
  if (!held) throw new Error("a record was held and is not there");
  if (!isMatched(ifMatch, held.rowVersion)) return { object, became: "stale", record: held };
  const [changed] = await updateRecordsAs(tx, writer, objectSlug, [holder.recordId], given, now);
  return { object, became: "changed", record: changed ?? held };
}

type Upsert = { objectSlug: string; match: string; given: Given; ifMatch: IfMatch; now: Date };

/**
 * Creates the record that has a unique value, or changes the one that has it already, by the actor of a request. Of many
 * at once with the same new value, one creates and the others change what it made. With `If-Match`, only a record in a
 * version that it names is changed, and none is created.
 * @throws AppError bad_request where `match` is no unique attribute; invalid where the values hold none to match by, and
 *   as `createRecordAs`; conflict as `createRecordAs`; precondition_failed, with the record as it is now, or null
 */
export async function upsertRecord(
  scope: WorkspaceScope,
  objectSlug: string,
  match: string,
  { values: given }: CreateRecord,
  ifMatch: IfMatch,
  now: Date,
): Promise<CrmRecord | Created<CrmRecord>> {
  const upsert = () =>
    transaction((tx) => upsertIn(tx, writerOf(scope), { objectSlug, match, given, ifMatch, now }));
  const upsertOrRepeat = (triesLeft: number): ReturnType<typeof upsert> =>
    upsert().catch((error: unknown) => {
      if (triesLeft === 0 || !isLostRace(error, match)) throw error;
      return upsertOrRepeat(triesLeft - 1);
    });
  const { object, became, record } = await upsertOrRepeat(TRIES_MAX - 1);
  if (record === null) {
    throw new AppError("precondition_failed", "No record has this value.", { state: { record } });
  }
  if (became === "stale") throw await staleRecord(object, record);
  const shown = await presentRecord(object, record);
  return became === "created" ? new Created(shown) : shown;
}
