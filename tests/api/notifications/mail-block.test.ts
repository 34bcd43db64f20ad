import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { DELETE as lift } from "@/app/api/v1/developers/me/mail-block/route";
import { GET as settings } from "@/app/api/v1/developers/me/notification-settings/route";
import { POST as invite } from "@/app/api/v1/workspaces/[workspace_id]/invites/route";
import { recordEmailEvents } from "@/lib/crm/emails/record-email-events";
import { emailEvent } from "@/lib/crm/emails/rules";
import { mailDigestJob, mailNotification } from "@/lib/notifications/jobs";
import { notifyMembers } from "@/lib/notifications/notify-members";
import { db, transaction } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aWorkspace } from "@/tests/support/factories";
import { startMailbox } from "@/tests/support/mailbox";

const mailbox = await startMailbox();
afterAll(mailbox.close);

const now = () => new Date();

/** What a mail provider reports of an address. @returns the event, which a repeat reports again */
async function report(address: string, type: "bounce" | "complaint", eventId: string = randomUUID()) {
  const said = { eventId, type, address, isPermanent: type === "bounce", reason: null, messageId: null };
  const events = emailEvent({ ...said, occurredAt: now() }, now());
  await transaction((tx) => recordEmailEvents(tx, "postmark", events, now()));
  return eventId;
}

async function aTeam() {
  const owner = await aDeveloper();
  const { id } = await aWorkspace(owner);
  const bob = await aMember(id, "developer");
  const notice = { kind: "assigned", link: "/w/x/projects/1" } as const;
  const notify = async () => {
    const title = `Ada assigned ${randomUUID()} to you`;
    await transaction((tx) => notifyMembers(tx, id, [bob.id], { ...notice, title, body: "" }, now()));
    return db().notification.findFirstOrThrow({ where: { developerId: bob.id, title } });
  };
  const mail = async () => {
    const { id: notification_id } = await notify();
    await mailNotification.handler({ notification_id }, { now: now() });
  };
  const blockOf = async () => (await call(settings, "GET", { bearer: bob.jwt })).json.mail_block;
  return { owner, id, bob, notify, mail, blockOf };
}

describe("an address whose mail bounced, or whose owner complained", () => {
  it.each(["bounce", "complaint"] as const)("gets no notification by mail after a %s", async (type) => {
    const { bob, notify, mail, blockOf } = await aTeam();
    await mail();
    expect([await blockOf(), mailbox.to(bob.email).length]).toEqual([null, 1]);
    await report(bob.email.toUpperCase(), type);
    await mail();
    await notify();
    await mailDigestJob.handler({ developer_id: bob.id, day: "2026-11-30" }, { now: now() });
    expect([await blockOf(), mailbox.to(bob.email).length]).toEqual([{ reason: type, email: bob.email }, 1]);
  });

  it("gets mail again when its owner says so, until it happens anew", async () => {
    const { bob, mail, blockOf } = await aTeam();
    const event = await report(bob.email, "complaint");
    const lifted = await call(lift, "DELETE", { bearer: bob.jwt });
    expect([lifted.status, lifted.json.mail_block]).toEqual([200, null]);
    await report(bob.email, "complaint", event);
    await mail();
    expect([await blockOf(), mailbox.to(bob.email).length]).toEqual([null, 1]);
    await report(bob.email, "bounce");
    await mail();
    expect([await blockOf(), mailbox.to(bob.email).length]).toEqual([
      { reason: "complaint", email: bob.email },
      1,
    ]);
  });

  it("is neither told nor lifted for somebody who has not proved that it is theirs", async () => {
    const { bob, blockOf } = await aTeam();
    await report(bob.email, "bounce");
    await db().developer.update({ where: { id: bob.id }, data: { emailVerified: false } });
    expect((await call(lift, "DELETE", { bearer: bob.jwt })).json.mail_block).toBeNull();
    await db().developer.update({ where: { id: bob.id }, data: { emailVerified: true } });
    expect(await blockOf()).toEqual({ reason: "bounce", email: bob.email });
  });

  it("gets no invite by mail: its link is there to be sent by hand", async () => {
    const { owner, id } = await aTeam();
    const email = `invited-${randomUUID()}@example.com`;
    await report(email, "complaint");
    const role = await db().customRole.findFirstOrThrow({ where: { workspaceId: id, slug: "developer" } });
    const made = await call(invite, "POST", {
      bearer: owner.jwt,
      params: { workspace_id: id },
      body: { email, custom_role_id: role.id },
    });
    expect([made.status, made.json.sent_at, typeof made.json.url]).toEqual([201, null, "string"]);
    expect(mailbox.to(email)).toEqual([]);
  });
});
