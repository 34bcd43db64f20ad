import { createOrFillRecordAs } from "@/lib/crm/records/write-records";
import { FORM_ACTOR, findTargets } from "@/lib/forms/destination/find-targets";
import { mappedValues } from "@/lib/forms/destination/rules";
import { DELIVERY_ERROR_CHARS_MAX } from "@/lib/forms/limits";
import type { FormValues } from "@/lib/forms/rules";
import type { FormDestination } from "@/lib/forms/schema";
import type { FormRow } from "@/lib/forms/store";
import type { Delivery } from "@/lib/forms/submissions/store";
import { AppError } from "@/lib/http/app-error";
import { type Db, savepoint } from "@/lib/platform/database";
import { openTableAs } from "@/lib/tables/open-table";
import { writeRowsAs } from "@/lib/tables/rows/write-rows";

async function write(
  tx: Db,
  form: FormRow,
  destination: FormDestination,
  values: FormValues,
  now: Date,
): Promise<string> {
  const targets = await findTargets(tx, form.workspaceId, destination, now);
  const mapped = mappedValues(targets, form.fields, destination.mapping, values);
  if (destination.type === "table") {
    const access = await openTableAs(tx, form.workspaceId, destination.table_id, FORM_ACTOR, now);
    const [row] = await writeRowsAs(tx, access, [{ values: mapped }], now, true);
    if (!row) throw new Error("a row was made and is not there");
    return row.id;
  }
  const actor = { kind: "form" as const, developerId: null, causeId: form.id };
  const writer = { workspaceId: form.workspaceId, actor, causeRunId: null };
  return (await createOrFillRecordAs(tx, writer, destination.object, mapped, now)).id;
}

function reasonOf({ issues, message }: AppError): string {
  const [issue] = issues ?? [];
  const reason = issue ? `${issue.path.replace(/^values\./, "")}: ${issue.message}` : message;
  return reason.slice(0, DELIVERY_ERROR_CHARS_MAX).toWellFormed();
}

/**
 * Writes a submission to its form's destination, in the caller's transaction. What the destination refuses is not lost:
 * the submission stays and says why.
 */
export async function deliverSubmission(
  tx: Db,
  form: FormRow,
  values: FormValues,
  now: Date,
): Promise<Delivery> {
  const { destination } = form;
  if (destination === null) return { status: "none", recordId: null, error: null };
  const deliver = () => savepoint(tx, () => write(tx, form, destination, values, now));
  try {
    // Of two who come at once with the same unique value, the later finds the record that the first has made.
    const recordId = await deliver().catch((error) => {
      if (error instanceof AppError && error.code === "conflict") return deliver();
      throw error;
    });
    return { status: "done", recordId, error: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { status: "failed", recordId: null, error: reasonOf(error) };
  }
}
