import { triggerAutomations } from "@/lib/crm/automations/trigger-automations";
import { mailReceiptJob } from "@/lib/forms/notices/jobs";
import type { FormValues } from "@/lib/forms/rules";
import type { FormRow } from "@/lib/forms/store";
import { deliverSubmission } from "@/lib/forms/submissions/deliver-submission";
import { type Delivery, settleSubmission } from "@/lib/forms/submissions/store";
import { enqueue } from "@/lib/jobs/enqueue";
import type { Db } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { emit } from "@/lib/webhooks/emit";

/**
 * Everything that follows from a submission that is not spam, in the same transaction: it goes to the form's
 * destination, subscribers are notified, and automations are triggered. Once per submission.
 */
export async function acceptSubmission(
  tx: Db,
  form: FormRow,
  { id, values }: { id: string; values: FormValues },
  now: Date,
): Promise<Delivery> {
  const { workspaceId } = form;
  const delivery = await deliverSubmission(tx, form, values, now);
  await settleSubmission(tx, id, delivery, now);
  const data = { form_id: form.id, submission_id: id, record_id: delivery.recordId, values };
  await emit(tx, { workspaceId, type: "form.submitted", data }, now);
  const subject = { record_id: null, object: null, record: {}, old: {}, form: values };
  await triggerAutomations(
    tx,
    workspaceId,
    [{ type: "form.submitted", formId: form.id, subject, changed: [] }],
    null,
    now,
  );
  if (form.sendsReceipt && env().SMTP_URL) await enqueue(tx, mailReceiptJob, { submission_id: id }, now);
  return delivery;
}
