import { RECEIPT_NAME_CHARS_MAX } from "@/lib/forms/limits";
import { findReceipt } from "@/lib/forms/notices/store";
import type { FormValues } from "@/lib/forms/rules";
import { receiptAddress } from "@/lib/forms/rules";
import type { FormField } from "@/lib/forms/schema";
import { AppError } from "@/lib/http/app-error";
import { checkLimits } from "@/lib/limits/check-limits";
import { findMailBlock } from "@/lib/notifications/do-not-mail/store";
import { sha256Hex } from "@/lib/platform/crypto";
import { sendMail } from "@/lib/platform/mail";
import { nameInMail } from "@/lib/workspaces/invites/rules";

/** Whether one more receipt may go to an address: nobody can flood a mailbox by typing its address into forms. */
async function mayMail(address: string, now: Date): Promise<boolean> {
  try {
    const key = sha256Hex(address.toLowerCase());
    await checkLimits(
      [
        { limit: "form_receipts_per_address", key },
        { limit: "form_receipts_per_address_daily", key },
      ],
      now,
    );
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "too_many_requests") return false;
    throw error;
  }
}

/**
 * Mails a visitor that their answers have arrived. The text is ours: it contains nothing of the answers, and of the
 * form only its name, short and without links, so that nobody can send messages in our name.
 * @param isRetry whether it was tried before: the limit has counted it then
 * @throws Error where the mail server was away or busy, so that it is tried again
 */
export async function mailReceipt(submissionId: string, now: Date, isRetry = false): Promise<void> {
  const found = await findReceipt(submissionId);
  if (!found) return;
  const address = receiptAddress(found.fields as FormField[], found.values as FormValues);
  if (address === null) return;
  // Anybody may type an address whose owner complained of ours.
  if ((await findMailBlock(address, found.workspaceId)) !== null) return;
  if (!(isRetry || (await mayMail(address, now)))) return;
  const name = nameInMail(found.formName, RECEIPT_NAME_CHARS_MAX) ?? "a form";
  const outcome = await sendMail({
    to: address,
    subject: `Your answers to ${name} have arrived`,
    text: [
      `Your answers to the form ${name} have arrived. There is nothing else to do.`,
      "If you did not fill it in, somebody gave your address by mistake, and you can forget this mail.",
    ].join("\n\n"),
    headers: { "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All" },
    id: `receipt.${submissionId}`,
  });
  if (outcome === "failed") throw new Error("the mail server did not take a mail");
}
