import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { POST as resend } from "@/app/api/v1/workspaces/[workspace_id]/invites/[invite_id]/resend/route";
import { GET, POST } from "@/app/api/v1/workspaces/[workspace_id]/invites/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";

/* Mail as a real server receives it: what stands in the envelope, and every byte of the message. */

type Received = { from: string; to: string[]; message: string };

const received: Received[] = [];
let server: SMTPServer;

async function listen(port: number): Promise<number> {
  server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map((each) => each.address),
          message: Buffer.concat(chunks).toString("utf8"),
        });
        done();
      });
    },
  });
  const listener = server.listen(port, "127.0.0.1");
  await once(listener, "listening");
  return (listener.address() as AddressInfo).port;
}

function close(): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

// The settings are read once, on first use: the port is chosen before, and stays.
const port = await listen(0);
process.env.SMTP_URL = `smtp://127.0.0.1:${port}`;
process.env.SMTP_FROM = "Platform <no-reply@platform.example>";

beforeEach(() => {
  received.length = 0;
});

afterAll(close);

async function anOffice(name = "Olive", workspaceName = "Acme") {
  const owner = await aDeveloper({ name });
  const workspace = await aWorkspace(owner);
  await db().workspace.update({ where: { id: workspace.id }, data: { name: workspaceName } });
  const role = await db().customRole.findFirstOrThrow({
    where: { workspaceId: workspace.id, slug: "viewer" },
  });
  const at = { bearer: owner.jwt, params: { workspace_id: workspace.id } };
  const invite = (email: string) => call(POST, "POST", { ...at, body: { email, custom_role_id: role.id } });
  return { owner, at, role, invite };
}

const headersOf = (message: string) => message.slice(0, message.indexOf("\r\n\r\n"));

/** The text of a message, its transfer encoding undone. */
function textOf(message: string): string {
  const body = message.slice(message.indexOf("\r\n\r\n") + 4);
  if (/^content-transfer-encoding: base64/im.test(headersOf(message))) {
    return Buffer.from(body, "base64").toString("utf8");
  }
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

describe("an invite with SMTP set", () => {
  it("reaches the mailbox with the link, and says when", async () => {
    const { invite } = await anOffice();
    const answer = await invite("grace@example.com");
    expect(answer.json.sent_at).not.toBeNull();
    expect(received).toHaveLength(1);
    const [mail] = received;
    expect(mail).toMatchObject({ from: "no-reply@platform.example", to: ["grace@example.com"] });
    expect(headersOf(mail?.message ?? "")).toMatch(/^Subject: Olive invites you to Acme$/m);
    const text = textOf(mail?.message ?? "");
    expect(text).toContain("Olive invites you to the workspace Acme as Viewer.");
    expect(text).toContain(answer.json.url);
  });

  it("is mailed again with the new link when it is resent", async () => {
    const { at, invite } = await anOffice();
    const first = (await invite("grace@example.com")).json;
    const params = { ...at.params, invite_id: first.id };
    const second = (await call(resend, "POST", { bearer: at.bearer, params })).json;
    expect(received).toHaveLength(2);
    const text = textOf(received[1]?.message ?? "");
    expect(text).toContain(second.url);
    expect(text).not.toContain(first.token);
  });

  it("has no encoded words of somebody's choice in its subject, which programs for mail would decode", async () => {
    const { invite } = await anOffice("=?utf-8?q?evil=2Eexample?=", "=?x?b?ZXZpbC5leGFtcGxl?=");
    await invite("grace@example.com");
    const headers = headersOf(received[0]?.message ?? "").replace(/\r\n[ \t]+/g, " ");
    expect(/^Subject: (.*)$/m.exec(headers)?.[1]).toBe(
      "= ?utf-8?q?evil=2Eexample?= invites you to = ?x?b?ZXZpbC5leGFtcGxl?=",
    );
  });

  it("lets no name add headers, recipients or lines to the mail", async () => {
    const evil = (n: number) =>
      `Eve${n}\r\nBcc: victim@example.com\r\n\r\n\u2028Click https://evil.example${n}`;
    const { role, invite } = await anOffice(evil(1), evil(2));
    await db().customRole.update({ where: { id: role.id }, data: { name: evil(3) } });
    await invite("grace@example.com");
    const [mail] = received;
    expect(mail?.to).toEqual(["grace@example.com"]);
    const message = mail?.message ?? "";
    expect(headersOf(message)).not.toMatch(/^\s*Bcc:/im);
    // What the names say stays inside the one sentence that quotes them.
    expect(
      textOf(message)
        .trim()
        .split(/[\r\n\u2028]+/),
    ).toHaveLength(3);
    const links = textOf(message).match(/\S+[.:]\S{2,}/g);
    expect(links).toEqual([expect.stringMatching(/^http:\/\/localhost:3000\/invite\/\w{43}$/)]);
  });

  it("names the inviter in at most 60 characters, and never by an address", async () => {
    const { invite } = await anOffice("x".repeat(255), "Free iPhones at win.example/now");
    await invite(`${randomUUID()}@example.com`);
    expect(textOf(received[0]?.message ?? "")).toContain(
      `${"x".repeat(59)}… invites you to the workspace Free iPhones at as Viewer.`,
    );
  });

  it("carries names of any script whole", async () => {
    const { invite } = await anOffice("Łukasz 🚀", "Büro 東京");
    await invite("grace@example.com");
    expect(textOf(received[0]?.message ?? "")).toContain("Łukasz 🚀 invites you to the workspace Büro 東京");
  });

  it("mails nothing that was refused", async () => {
    const { invite } = await anOffice();
    await invite("grace@example.com");
    expect((await invite("grace@example.com")).status).toBe(409);
    expect(received).toHaveLength(1);
  });
});

describe("an invite while the mail server is down", () => {
  beforeEach(close);
  afterEach(() => listen(port));

  it("is created all the same, and says that no mail was sent", async () => {
    const { at, invite } = await anOffice();
    const answer = await invite(`${randomUUID()}@example.com`);
    expect([answer.status, answer.json.sent_at]).toEqual([201, null]);
    expect(answer.json.url).toContain(answer.json.token);
    const listed = await call(GET, "GET", at);
    expect(listed.json).toMatchObject([{ id: answer.json.id, status: "open", sent_at: null }]);
  });
});
