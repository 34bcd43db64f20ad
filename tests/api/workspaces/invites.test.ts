import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { POST as accept } from "@/app/api/v1/invites/[token]/accept/route";
import { GET as preview } from "@/app/api/v1/invites/[token]/route";
import { POST as resend } from "@/app/api/v1/workspaces/[workspace_id]/invites/[invite_id]/resend/route";
import { DELETE } from "@/app/api/v1/workspaces/[workspace_id]/invites/[invite_id]/route";
import { GET, POST } from "@/app/api/v1/workspaces/[workspace_id]/invites/route";
import { GET as getMe } from "@/app/api/v1/workspaces/[workspace_id]/me/route";
import { PATCH as changeMember } from "@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/route";
import { issueJwt } from "@/lib/identity/jwt";
import { db } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aWorkspace } from "@/tests/support/factories";

/** A workspace with the calls of these tests; everyone invites as the owner unless said otherwise. */
async function anOffice() {
  const owner = await aDeveloper({ name: "Olive" });
  const workspace = await aWorkspace(owner);
  const params = { workspace_id: workspace.id };
  const role = async (slug: string) => {
    const key = { workspaceId_slug: { workspaceId: workspace.id, slug } };
    return (await db().customRole.findUniqueOrThrow({ where: key })).id;
  };
  const invite = async (email: string, slug = "viewer", bearer = owner.jwt) =>
    call(POST, "POST", { bearer, params, body: { email, custom_role_id: await role(slug) } });
  const list = (query: Record<string, string> = {}, bearer = owner.jwt) =>
    call(GET, "GET", { bearer, params, query });
  const on = (invite_id: string, bearer = owner.jwt) => ({ bearer, params: { ...params, invite_id } });
  return { owner, workspace, params, role, invite, list, on };
}

type Office = {
  admin: { id: string };
  role(slug: string): Promise<string>;
  change(member: { id: string }, body: object): Promise<unknown>;
};

const take = (token: string, bearer: string) => call(accept, "POST", { bearer, params: { token } });
const look = (token: string) => call(preview, "GET", { params: { token } });
const anEmail = () => `${randomUUID()}@example.com`;
const travel = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });

afterEach(() => {
  vi.useRealTimers();
});

describe("POST /workspaces/{workspace_id}/invites", () => {
  it("answers 201 with a link for seven days, which is shown nowhere afterwards", async () => {
    const { workspace, owner, invite, list, role } = await anOffice();
    const email = anEmail();
    const answer = await invite(` ${email.toUpperCase()}\n`, "developer");
    expect(answer.status).toBe(201);
    const { token, url, needs_account, ...shown } = answer.json;
    expect(needs_account).toBe(false);
    expect(token).toMatch(/^[0-9A-Za-z]{43}$/);
    expect(url).toBe(`http://localhost:3000/invite/${token}`);
    expect(shown).toMatchObject({
      email,
      custom_role_id: await role("developer"),
      role_name: "Developer",
      invited_by: "Olive",
      status: "open",
      sent_at: null,
    });
    expect(Date.parse(shown.expires_at) - Date.parse(shown.created_at)).toBeGreaterThan(7 * DAY_MS - 60_000);
    const listed = await list();
    expect(listed.json).toEqual([shown]);
    const rows = await db().workspaceInvite.findMany({ where: { workspaceId: workspace.id } });
    const audit = await db().auditEvent.findMany({ where: { workspaceId: workspace.id } });
    expect(JSON.stringify([listed.json, rows, audit])).not.toContain(token);
    const created = audit.find((each) => each.action === "invite.created");
    expect(created).toMatchObject({ actorId: owner.id, after: { email, role_name: "Developer" } });
  });

  it("refuses roles at or above the inviter's, roles that grant more than they have, and the owner role to everyone", async () => {
    const { workspace, owner, params, invite } = await anOffice();
    const hr = await aMember(workspace.id, "hr");
    for (const slug of ["hr", "manager", "admin", "owner"]) {
      expect((await invite(anEmail(), slug, hr.jwt)).status).toBe(403);
    }
    const grants = await invite(anEmail(), "developer", hr.jwt);
    expect([grants.status, grants.json.detail]).toEqual([
      403,
      "You can't grant can_create_projects, which you don't have",
    ]);
    expect((await invite(anEmail(), "owner", owner.jwt)).status).toBe(403);
    expect((await invite(anEmail(), "viewer", hr.jwt)).status).toBe(201);
    expect(await db().workspaceInvite.count({ where: { workspaceId: params.workspace_id } })).toBe(1);
  });

  it("needs can_invite_members, which a developer lacks", async () => {
    const { workspace, invite, list } = await anOffice();
    const developer = await aMember(workspace.id, "developer");
    expect((await invite(anEmail(), "viewer", developer.jwt)).status).toBe(403);
    expect((await list({}, developer.jwt)).status).toBe(403);
  });

  it("answers 409 for a member, a suspended one too, and for an address with an open invite", async () => {
    const { workspace, owner, params, invite } = await anOffice();
    const grace = await aMember(workspace.id, "viewer", await aDeveloper({ email: `Grace.${anEmail()}` }));
    const member = await invite(grace.email);
    expect([member.status, member.json.detail]).toEqual([409, "This person is a member already"]);
    const suspended = { bearer: owner.jwt, params: { ...params, developer_id: grace.id } };
    await call(changeMember, "PATCH", { ...suspended, body: { status: "suspended" } });
    expect((await invite(grace.email)).status).toBe(409);
    const email = anEmail();
    expect((await invite(email)).status).toBe(201);
    const again = await invite(email);
    expect([again.status, again.json.detail]).toEqual([
      409,
      "This address has an open invite; resend it instead",
    ]);
  });

  it("does not take an address with an underscore for one that has another character there", async () => {
    const { workspace, invite } = await anOffice();
    const email = anEmail();
    await aMember(workspace.id, "viewer", await aDeveloper({ email: `ada.l${email}` }));
    expect((await invite(`ada_l${email}`)).status).toBe(201);
    expect((await invite(`Ada.L${email}`)).status).toBe(409);
  });

  it("creates one of several simultaneous invites for the same address", async () => {
    const { params, invite } = await anOffice();
    const email = anEmail();
    const answers = await Promise.all([invite(email), invite(email), invite(email)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
    expect(await db().workspaceInvite.count({ where: { workspaceId: params.workspace_id } })).toBe(1);
  });

  it("refuses invalid addresses and roles of other workspaces with a 422", async () => {
    const [ours, theirs] = [await anOffice(), await anOffice()];
    const custom_role_id = await ours.role("viewer");
    for (const [body, path] of [
      [{ email: "nobody", custom_role_id }, "email"],
      [{ email: "a@b.example\r\nBcc: eve@example.com", custom_role_id }, "email"],
      [{ email: "Ada <ada@example.com>, eve@example.com", custom_role_id }, "email"],
      [{ email: `${"a".repeat(255)}@example.com`, custom_role_id }, "email"],
      [{ email: anEmail() }, "custom_role_id"],
      [{ email: anEmail(), custom_role_id: "viewer" }, "custom_role_id"],
      [{ email: anEmail(), custom_role_id: await theirs.role("viewer") }, "custom_role_id"],
    ] as const) {
      const answer = await call(POST, "POST", { bearer: ours.owner.jwt, params: ours.params, body });
      expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, path]);
    }
  });

  it("answers 402 if the plan is full, counting open invites, and says what the plan allows", async () => {
    const { workspace, invite, on } = await anOffice();
    const plan = { id: randomUUID(), name: "Tiny", description: "", rank: 0, membersMax: 2 };
    await db().plan.create({ data: plan });
    await db().workspace.update({ where: { id: workspace.id }, data: { planId: plan.id } });
    const first = await invite(anEmail());
    expect(first.status).toBe(201);
    const full = await invite(anEmail());
    expect([full.status, full.json.detail]).toEqual([
      402,
      "The Tiny plan has room for 2 members, and all are taken. For more, whoever runs this service can put the workspace on a larger plan, or all of them by DEFAULT_PLAN.",
    ]);
    expect((await call(resend, "POST", on(first.json.id))).status).toBe(200);
    await call(DELETE, "DELETE", on(first.json.id));
    const answers = await Promise.all([invite(anEmail()), invite(anEmail())]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 402]);
  });

  it("can't flood a mailbox: the eleventh mail to an address in an hour is refused with the time to wait", async () => {
    const { invite, on } = await anOffice();
    const { json } = await invite(anEmail());
    for (let sent = 1; sent < 10; sent++) {
      expect((await call(resend, "POST", on(json.id))).status).toBe(200);
    }
    const refused = await call(resend, "POST", on(json.id));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3500);
    const other = await anOffice();
    expect((await other.invite(json.email)).status).toBe(429);
  });
});

describe("GET /workspaces/{workspace_id}/invites", () => {
  it("pages newest first and filters by an invite's state", async () => {
    const { invite, list } = await anOffice();
    const [old, ...others] = [anEmail(), anEmail(), anEmail()];
    await invite(old);
    travel(8 * DAY_MS);
    // A JWT does not live that long: the rest is asked with a fresh one.
    const office = await db().workspaceInvite.findFirstOrThrow({ where: { email: old } });
    const admin = await aMember(office.workspaceId, "admin");
    const ada = await aDeveloper();
    for (const email of [...others, ada.email]) {
      expect((await invite(email, "viewer", admin.jwt)).status).toBe(201);
    }
    const joining = await invite(anEmail(), "viewer", admin.jwt);
    await db().workspaceInvite.update({ where: { id: joining.json.id }, data: { acceptedAt: new Date() } });
    const emails = async (query: Record<string, string>) =>
      (await list(query, admin.jwt)).json.map((each: { email: string }) => each.email);
    expect(await emails({ status: "expired" })).toEqual([old]);
    expect(await emails({ status: "accepted" })).toEqual([joining.json.email]);
    expect((await emails({ status: "open" })).sort()).toEqual([...others, ada.email].sort());
    expect((await list({ status: "made-up" }, admin.jwt)).status).toBe(400);
    const first = await list({ limit: "4" }, admin.jwt);
    const next = /cursor=([^&>]+)/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await list({ limit: "4", cursor: decodeURIComponent(next) }, admin.jwt);
    expect(first.json).toHaveLength(4);
    expect(second.json.map((each: { email: string }) => each.email)).toEqual([old]);
    expect(second.headers.get("link")).toBeNull();
  });
});

describe("POST …/invites/{invite_id}/resend", () => {
  it("gives a new link and seven more days; the old link stops working", async () => {
    const { workspace, invite, on } = await anOffice();
    const ada = await aDeveloper();
    const old = (await invite(ada.email)).json;
    const renewed = await call(resend, "POST", on(old.id));
    expect(renewed.status).toBe(200);
    expect(renewed.json.token).not.toBe(old.token);
    expect((await look(old.token)).status).toBe(404);
    expect((await take(old.token, ada.jwt)).status).toBe(404);
    expect((await take(renewed.json.token, ada.jwt)).json.workspace_id).toBe(workspace.id);
    const used = await call(resend, "POST", on(old.id));
    expect([used.status, used.json.detail]).toEqual([410, "This invite was accepted already"]);
  });

  it("reopens an expired one, unless its place, address or role has gone to others meanwhile", async () => {
    const { workspace, invite } = await anOffice();
    const [email, twice, joined] = [anEmail(), anEmail(), anEmail()];
    const [lonely, doubled, late] = [await invite(email), await invite(twice), await invite(joined)];
    travel(7 * DAY_MS);
    const admin = await aMember(workspace.id, "admin");
    const again = (id: string) =>
      call(resend, "POST", { bearer: admin.jwt, params: { workspace_id: workspace.id, invite_id: id } });
    await aMember(workspace.id, "viewer", await aDeveloper({ email: joined }));
    await invite(twice, "viewer", admin.jwt);
    expect((await again(late.json.id)).json.detail).toBe("This person is a member already");
    expect((await again(doubled.json.id)).status).toBe(409);
    const plan = { id: randomUUID(), name: "Tiny", description: "", rank: 0, membersMax: 4 };
    await db().plan.create({ data: plan });
    await db().workspace.update({ where: { id: workspace.id }, data: { planId: plan.id } });
    expect((await again(lonely.json.id)).status).toBe(402);
    await db().plan.update({ where: { id: plan.id }, data: { membersMax: 5 } });
    const opened = await again(lonely.json.id);
    expect([opened.status, opened.json.status]).toEqual([200, "open"]);
  });

  it("lets nobody renew an invite to a role beyond their own authority", async () => {
    const { workspace, invite, on } = await anOffice();
    const hr = await aMember(workspace.id, "hr");
    const { json } = await invite(anEmail(), "admin");
    expect((await call(resend, "POST", on(json.id, hr.jwt))).status).toBe(403);
    expect((await look(json.token)).status).toBe(200);
  });
});

describe("DELETE …/invites/{invite_id}", () => {
  it("ends the link at once", async () => {
    const { workspace, invite, on } = await anOffice();
    const ada = await aDeveloper();
    const { json } = await invite(ada.email);
    expect((await call(DELETE, "DELETE", on(json.id))).status).toBe(204);
    expect((await look(json.token)).status).toBe(404);
    expect((await take(json.token, ada.jwt)).status).toBe(404);
    expect((await call(DELETE, "DELETE", on(json.id))).status).toBe(404);
    const where = { workspaceId: workspace.id, action: "invite.revoked", targetId: json.id };
    expect(await db().auditEvent.count({ where })).toBe(1);
  });

  it("refuses what was accepted: whoever withdraws it must not believe that nobody came in", async () => {
    const { workspace, invite, on } = await anOffice();
    const ada = await aDeveloper();
    const { json } = await invite(ada.email);
    expect((await take(json.token, ada.jwt)).status).toBe(200);
    const refused = await call(DELETE, "DELETE", on(json.id));
    expect([refused.status, refused.json.detail]).toEqual([410, "This invite was accepted already"]);
    expect(await db().workspaceInvite.count({ where: { id: json.id } })).toBe(1);
    const where = { workspaceId: workspace.id, action: "invite.revoked" };
    expect(await db().auditEvent.count({ where })).toBe(0);
  });
});

describe("GET /invites/{token}", () => {
  it("shows anyone with the link what it is for, but no full address", async () => {
    const { invite } = await anOffice();
    const { json } = await invite("grace.hopper@example.com", "developer");
    const answer = await look(json.token);
    expect(answer.json).toEqual({
      workspace_name: "Acme",
      role_name: "Developer",
      invited_by: "Olive",
      email: "g•••@example.com",
      expires_at: json.expires_at,
    });
    expect(answer.text).not.toContain("hopper");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  });

  it("answers 404 for unknown links, and for those of a deactivated workspace", async () => {
    const { workspace, invite } = await anOffice();
    for (const token of ["short", "x".repeat(43), "x".repeat(500)]) {
      expect((await look(token)).status).toBe(404);
    }
    const ada = await aDeveloper();
    const { json } = await invite(ada.email);
    await db().workspace.update({ where: { id: workspace.id }, data: { isActive: false } });
    expect((await look(json.token)).status).toBe(404);
    expect((await take(json.token, ada.jwt)).status).toBe(404);
  });
});

describe("POST /invites/{token}/accept", () => {
  it("makes the person a member with the role of the invite", async () => {
    const { workspace, params, invite } = await anOffice();
    const ada = await aDeveloper({ email: `Ada.${anEmail()}` });
    const { json } = await invite(ada.email, "developer");
    const answer = await take(json.token, ada.jwt);
    expect(answer.json).toEqual({ workspace_id: workspace.id, workspace_slug: workspace.slug });
    expect((await call(getMe, "GET", { bearer: ada.jwt, params })).json.role.slug).toBe("developer");
    const where = { workspaceId: workspace.id, action: "invite.accepted", actorId: ada.id };
    expect(await db().auditEvent.count({ where })).toBe(1);
  });

  it("refuses another person's and an unverified address, and leaves the invite open", async () => {
    const { workspace, invite } = await anOffice();
    const [ada, eve] = [await aDeveloper(), await aDeveloper()];
    const { json } = await invite(ada.email);
    const other = await take(json.token, eve.jwt);
    expect([other.status, other.json.detail]).toEqual([403, "This invite is addressed to another email"]);
    await db().developer.update({ where: { id: ada.id }, data: { emailVerified: false } });
    const unconfirmed = await take(json.token, ada.jwt);
    expect([unconfirmed.status, unconfirmed.json]).toEqual([
      403,
      { detail: `No sign-in provider has confirmed that ${ada.email} is yours`, reason: "email_unverified" },
    ]);
    expect(await db().workspaceMember.count({ where: { workspaceId: workspace.id } })).toBe(1);
    await db().developer.update({ where: { id: ada.id }, data: { emailVerified: true } });
    expect((await take(json.token, ada.jwt)).status).toBe(200);
  });

  it("asks for a sign-in", async () => {
    const { invite } = await anOffice();
    const { json } = await invite(anEmail());
    expect((await call(accept, "POST", { params: { token: json.token } })).status).toBe(401);
  });

  it("accepts an invite once: 410 afterwards, and one of two at the same time", async () => {
    const { workspace, invite } = await anOffice();
    const ada = await aDeveloper();
    const { json } = await invite(ada.email);
    const answers = await Promise.all([take(json.token, ada.jwt), take(json.token, ada.jwt)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 410]);
    const again = await take(json.token, ada.jwt);
    expect([again.status, again.json.detail]).toEqual([410, "This invite was used already"]);
    expect((await look(json.token)).status).toBe(410);
    const where = { workspaceId: workspace.id, action: "invite.accepted" };
    expect(await db().auditEvent.count({ where })).toBe(1);
  });

  it("works until the last moment of seven days and no longer", async () => {
    const { invite } = await anOffice();
    const [ada, grace] = [await aDeveloper(), await aDeveloper()];
    const { json: first } = await invite(ada.email);
    const { json: second } = await invite(grace.email);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(first.expires_at) - 1 });
    const fresh = (developer: { id: string }) => issueJwt(developer.id, new Date());
    expect((await take(first.token, await fresh(ada))).status).toBe(200);
    vi.setSystemTime(Date.parse(second.expires_at));
    const late = await take(second.token, await fresh(grace));
    expect([late.status, late.json.detail]).toEqual([410, "This invite has expired"]);
    expect((await look(second.token)).status).toBe(410);
  });

  it("answers 409 for a member, without changing or reactivating them, and the invite stays open", async () => {
    const { workspace, owner, params, invite } = await anOffice();
    const ada = await aDeveloper();
    const { json } = await invite(ada.email, "admin");
    await aMember(workspace.id, "viewer", ada);
    const patch = { bearer: owner.jwt, params: { ...params, developer_id: ada.id } };
    await call(changeMember, "PATCH", { ...patch, body: { status: "suspended" } });
    const answer = await take(json.token, ada.jwt);
    expect([answer.status, answer.json.detail]).toEqual([409, "You are a member of this workspace already"]);
    const key = { workspaceId_developerId: { workspaceId: workspace.id, developerId: ada.id } };
    expect(await db().workspaceMember.findUnique({ where: key })).toMatchObject({
      role: "viewer",
      status: "suspended",
    });
    expect((await look(json.token)).status).toBe(200);
  });

  it.each([
    [
      "was given a lower role",
      async ({ admin, role, change }) => change(admin, { custom_role_id: await role("hr") }),
    ],
    [
      "may not invite any more",
      async ({ admin, change }) => change(admin, { permission_overrides: { can_invite_members: false } }),
    ],
    [
      "closed their account",
      ({ admin }) => db().developer.update({ where: { id: admin.id }, data: { isActive: false } }),
    ],
  ] as const satisfies [string, (at: Office) => Promise<unknown>][])(
    "is refused once the inviter %s, until somebody else answers for it",
    async (_, lose) => {
      const { workspace, owner, params, invite, role, on } = await anOffice();
      const admin = await aMember(workspace.id, "admin");
      const ada = await aDeveloper();
      const { json } = await invite(ada.email, "manager", admin.jwt);
      const change = ({ id }: { id: string }, body: object) =>
        call(changeMember, "PATCH", { bearer: owner.jwt, params: { ...params, developer_id: id }, body });
      await lose({ admin, role, change });
      expect((await look(json.token)).status).toBe(410);
      const refused = await take(json.token, ada.jwt);
      expect([refused.status, refused.json.detail]).toEqual([410, expect.stringContaining("may not invite")]);
      const again = await call(resend, "POST", on(json.id));
      expect((await take(again.json.token, ada.jwt)).status).toBe(200);
    },
  );

  it("is refused once the inviter was suspended", async () => {
    const { workspace, owner, params, invite } = await anOffice();
    const admin = await aMember(workspace.id, "admin");
    const ada = await aDeveloper();
    const { json } = await invite(ada.email, "viewer", admin.jwt);
    const patch = { bearer: owner.jwt, params: { ...params, developer_id: admin.id } };
    await call(changeMember, "PATCH", { ...patch, body: { status: "suspended" } });
    expect((await take(json.token, ada.jwt)).status).toBe(404);
  });
});
