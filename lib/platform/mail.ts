import nodemailer, { type Transporter } from "nodemailer";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

const TIMEOUT_MS = 10_000;

let transporter: Transporter | undefined;

export type Mail = {
  to: string;
  subject: string;
  text: string;
  headers?: Record<string, string>;
  /** The same for repeats of the same mail: becomes its Message-ID. */
  id?: string;
};

/** Whether an error is a server's last word: any other may be followed by a success. */
function isFinal(error: unknown): boolean {
  return error instanceof Error && "responseCode" in error && Number(error.responseCode) >= 500;
}

/**
 * Sends a plain-text mail through SMTP_URL.
 * @returns whether the server accepted it; `refused` if it never will, or SMTP is not configured; `failed` if it may later.
 * Whatever was not sent is logged
 */
export async function sendMail({ id, ...mail }: Mail): Promise<"sent" | "refused" | "failed"> {
  const { SMTP_URL, SMTP_FROM, BASE_URL } = env();
  if (!SMTP_URL) return "refused";
  transporter ??= nodemailer.createTransport({
    url: SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transporter.sendMail({
      from: SMTP_FROM,
      ...mail,
      // Programs for mail decode what looks like an encoded word (RFC 2047), which hides anything in a name.
      subject: mail.subject.replaceAll("=?", "= ?"),
      ...(id ? { messageId: `<${id}@${new URL(BASE_URL).hostname}>` } : {}),
    });
    return "sent";
  } catch (error) {
    log.warn({ err: error }, "mail could not be sent");
    return isFinal(error) ? "refused" : "failed";
  }
}
