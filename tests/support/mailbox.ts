import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type Mail = { to: string; subject: string; headers: string; text: string };

/** The text of a message, its transfer encoding undone. */
function decoded(headers: string, body: string): string {
  if (/^content-transfer-encoding: base64/im.test(headers))
    return Buffer.from(body, "base64").toString("utf8");
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/**
 * Starts a mail server and points the service at it; call it before anything reads the settings.
 * @returns what it has received, and how to make it refuse
 */
export async function startMailbox() {
  const mails: Mail[] = [];
  const state: { refusal: number | null } = { refusal: null };
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (state.refusal !== null)
          return done(Object.assign(new Error("Not taken"), { responseCode: state.refusal }));
        const message = Buffer.concat(chunks).toString("utf8");
        const end = message.indexOf("\r\n\r\n");
        const headers = message.slice(0, end).replace(/\r\n[ \t]+/g, " ");
        const subject = /^subject: (.*)$/im.exec(headers)?.[1]?.trim() ?? "";
        const text = decoded(headers, message.slice(end + 4));
        for (const { address } of envelope.rcptTo) mails.push({ to: address, subject, headers, text });
        return done();
      });
    },
  });
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  process.env.SMTP_URL = `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  return {
    mails,
    to: (address: string) => mails.filter(({ to }) => to === address),
    /** Answers every mail with this SMTP code, such as 451 for now or 550 for good; null to take them again. */
    refuse: (code: number | null) => {
      state.refusal = code;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
