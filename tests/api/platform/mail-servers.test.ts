import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sendMail } from "@/lib/platform/mail";

/* Mail servers that answer oddly: one that speaks by the line, so that each step can go wrong. */

type Answers = Partial<Record<"GREETING" | "EHLO" | "AUTH" | "MAIL" | "RCPT" | "DATA" | "MESSAGE", string>>;

let answers: Answers = {};
/** Says something else than a line: it gets the connection at that step. */
let instead: { step: keyof Answers; act: (socket: Socket) => void } | null = null;
const open = new Set<Socket>();

const OWN: Required<Answers> = {
  GREETING: "220 mail.example",
  EHLO: "250-mail.example\r\n250 AUTH PLAIN",
  AUTH: "235 Welcome",
  MAIL: "250 Ok",
  RCPT: "250 Ok",
  DATA: "354 Go on",
  MESSAGE: "250 Queued",
};

const server = createServer((socket) => {
  open.add(socket);
  socket.on("close", () => open.delete(socket)).on("error", () => {});
  const say = (step: keyof Answers) => {
    if (instead?.step === step) instead.act(socket);
    else socket.write(`${answers[step] ?? OWN[step]}\r\n`);
  };
  let [isMessage, text] = [false, ""];
  socket.on("data", (chunk) => {
    text += chunk;
    for (;;) {
      const end = isMessage ? text.indexOf("\r\n.\r\n") : text.indexOf("\r\n");
      if (end < 0) return;
      const verb = text.slice(0, 4).trim().toUpperCase() as keyof Answers;
      text = text.slice(end + (isMessage ? 5 : 2));
      if (isMessage) say("MESSAGE");
      else if (verb in OWN) say(verb);
      else socket.end("221 Bye\r\n");
      isMessage = !isMessage && verb === "DATA" && answers.DATA === undefined;
    }
  });
  say("GREETING");
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.env.SMTP_URL = `smtp://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeEach(() => {
  answers = {};
  instead = null;
});

afterAll(() => {
  for (const socket of open) socket.destroy();
  server.close();
});

const mail = { to: "ada@example.com", subject: "Hello", text: "Hello" };

it("a mail that the server takes is sent", async () => {
  expect(await sendMail(mail)).toBe("sent");
});

describe("a refusal for good", () => {
  it.each([
    { MAIL: "550 Not from you" },
    { RCPT: "550 No such mailbox" },
    { DATA: "554 No" },
    { MESSAGE: "552 Too large" },
  ])("is the server's last word on the mail: %j", async (wrong) => {
    answers = wrong;
    expect(await sendMail(mail)).toBe("refused");
  });

  it.each([
    { GREETING: "554 No service here today" },
    { AUTH: "535 Wrong password" },
    { MAIL: "530 Sign in first" },
    { MAIL: "538 Encrypt first" },
  ])(
    "says nothing of the mail where the service itself is refused, so that it is tried again: %j",
    async (wrong) => {
      answers = wrong;
      expect(await sendMail(mail)).toBe("failed");
    },
  );
});

describe("a mail is tried again", () => {
  it.each([
    { GREETING: "421 Busy" },
    { AUTH: "454 Later" },
    { MAIL: "451 Later" },
    { RCPT: "450 Later" },
    { DATA: "451 Later" },
    { MESSAGE: "452 Full" },
    { GREETING: "<html>" },
    { MESSAGE: "yes" },
  ])("where the server asks for it or answers nonsense: %j", async (wrong) => {
    answers = wrong;
    expect(await sendMail(mail)).toBe("failed");
  });

  it.each(Object.keys(OWN) as (keyof Answers)[])("where the connection ends at %s", async (step) => {
    instead = { step, act: (socket) => socket.destroy() };
    expect(await sendMail(mail)).toBe("failed");
  });

  it.each(Object.keys(OWN) as (keyof Answers)[])("where no answer comes to %s", async (step) => {
    instead = { step, act: () => {} };
    expect(await sendMail(mail, 500)).toBe("failed");
  });

  it.each(["EHLO", "MESSAGE"] as const)(
    "where the answer to %s never ends, and the connection is closed",
    async (step) => {
      instead = {
        step,
        act: (socket) => {
          const dripping = setInterval(() => socket.write("250-And more\r\n"), 20);
          socket.once("close", () => clearInterval(dripping));
        },
      };
      expect(await sendMail(mail, 500)).toBe("failed");
      // Not by `once`, which takes the reset that may come first for a failure.
      await Promise.all([...open].map((socket) => new Promise((closed) => socket.once("close", closed))));
      expect(open.size).toBe(0);
    },
  );
});
