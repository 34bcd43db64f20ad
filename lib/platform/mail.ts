import { connect } from "node:net";
import nodemailer from "nodemailer";
import SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/** For a connection, and for each silence. */
const TIMEOUT_MS = 10_000;

/** For a whole mail: a server that answers letter by letter is never silent. */
const SENDING_MS_MAX = 60_000;

/** Steps at which a server judges the mail; before them it judges the service and its password. */
const OF_THE_MAIL = ["MAIL FROM", "RCPT TO", "DATA"];
/** Asks to sign in, or to encrypt, at any step (RFC 4954, section 6). */
const OF_THE_SESSION = [530, 535, 538];

export type Mail = {
  to: string;
  subject: string;
  text: string;
  headers?: Record<string, string>;
  /** The same for repeats of the same mail: becomes its Message-ID. */
  id?: string;
};

/** Whether an error is a server's last word on a mail: any other may be followed by a success. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error && "responseCode" in error && "command" in error)) return false;
  const code = Number(error.responseCode);
  return code >= 500 && OF_THE_MAIL.includes(String(error.command)) && !OF_THE_SESSION.includes(code);
}

/** Opens the connection itself, so that it ends when its time is over: nodemailer ends only silent ones. */
function connectionFor(msMax: number): NonNullable<SMTPTransport.Options["getSocket"]> {
  return ({ host = "localhost", port, secure }, done) => {
    const signal = AbortSignal.timeout(msMax);
    const socket = connect({ host, port: Number(port) || (secure ? 465 : 587), signal });
    const late = setTimeout(() => socket.destroy(new Error("Connection timeout")), TIMEOUT_MS);
    socket.once("error", done);
    // nodemailer hears of a connection's end; without a listener of its own an error would end the process.
    socket.on("error", () => clearTimeout(late));
    socket.once("connect", () => {
      clearTimeout(late);
      socket.off("error", done);
      done(null, { connection: socket });
    });
  };
}

/**
 * Sends a plain-text mail through SMTP_URL.
 * @returns whether the server accepted it; `refused` if it never will, or SMTP is not configured; `failed` if it may later.
 * Whatever was not sent is logged
 */
export async function sendMail(
  { id, ...mail }: Mail,
  msMax = SENDING_MS_MAX,
): Promise<"sent" | "refused" | "failed"> {
  const { SMTP_URL, SMTP_FROM, BASE_URL } = env();
  if (!SMTP_URL) return "refused";
  // Not by createTransport itself, which takes no other option beside a URL.
  const transport = new SMTPTransport({
    url: SMTP_URL,
    getSocket: connectionFor(msMax),
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await nodemailer.createTransport(transport).sendMail({
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
