import type { z } from "zod";
import type { Values } from "@/lib/crm/attributes/schema";
import type { CrmRecord as CrmRecordSchema } from "@/lib/crm/records/schema";
import { api, isRefusal } from "@/lib/ui/api/client";
import type { ParamsOf } from "@/lib/ui/api/input";
import { isSame } from "@/lib/ui/values/catalog";

type CrmRecord = z.output<typeof CrmRecordSchema>;

const RECORD = "/workspaces/{workspace_id}/crm/objects/{object_slug}/records/{record_id}";

/** Somebody else has changed the same values of a record meanwhile. */
export class RecordConflict extends Error {
  constructor(
    /** The record's current state. */
    readonly record: CrmRecord,
  ) {
    super("Someone else has changed it in the meantime.");
  }
}

/** The current record, if a change was refused because it was based on an older version. */
function currentOf(error: unknown): CrmRecord | null {
  if (!isRefusal(error, 412)) return null;
  return (error.state.record as CrmRecord | undefined) ?? null;
}

/** The attributes that two people changed from the same base to different values. */
export function disputed(mine: Values, base: Values, theirs: Values): string[] {
  return Object.entries(mine).flatMap(([slug, value]) => {
    const now = theirs[slug] ?? null;
    return isSame(now, base[slug] ?? null) || isSame(now, value) ? [] : [slug];
  });
}

/**
 * Changes a record's values, unless somebody else has changed the same ones since `base` was read. Other changes they
 * made are kept.
 * @throws RecordConflict, ApiError
 */
export async function changeRecord(
  params: ParamsOf<typeof RECORD>,
  values: Values,
  base: CrmRecord,
): Promise<CrmRecord> {
  for (let version = base.row_version; ; ) {
    try {
      return await api.patch(RECORD, { params, body: { values }, ifMatch: `"${version}"` });
    } catch (error) {
      const current = currentOf(error);
      if (current === null) throw error;
      if (disputed(values, base.values, current.values).length > 0) throw new RecordConflict(current);
      version = current.row_version;
    }
  }
}
