import { randomBytes } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { GET as me } from "@/app/api/v1/developers/me/route";
import { POST as accept } from "@/app/api/v1/invites/[token]/accept/route";
import { DELETE as revoke } from "@/app/api/v1/workspaces/[workspace_id]/invites/[invite_id]/route";
import { POST as invite } from "@/app/api/v1/workspaces/[workspace_id]/invites/route";
import { POST as createWorkspace } from "@/app/api/v1/workspaces/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aWorkspace } from "@/tests/support/factories";
import { signIn, startProviders } from "@/tests/support/providers";

/* A service that takes in whom its members invite, and where operators alone create workspaces. */

Object.assign(process.env, {
  SIGN_UP: "invited",
  WORKSPACE_CREATION: "operators",
  OPERATOR_EMAILS: "Ops@Example.com,other-ops@example.com",
});
const { suiteA, suiteB } = await startProviders();

const anEmail = () => `p${randomBytes(5).toString("hex")}@example.com`;

function sit(email: string, verified = true) {
  const sub = randomBytes(8).toString("hex");
  suiteA.person = suiteB.person = { sub, name: "Newcomer", email, email_verified: verified };
}

/** A workspace of an operator, who may have one. */
async function anOffice() {
  const owner = await aDeveloper({ email: "ops@example.com" });
  const workspace = await aWorkspace(owner);
  const params = { workspace_id: workspace.id };
  const role = await db().customRole.findFirstOrThrow({
    where: { workspaceId: workspace.id, slug: "member" },
  });
  const ask = async (email: string) =>
    (await call(invite, "POST", { bearer: owner.jwt, params, body: { email, custom_role_id: role.id } }))
      .json as {
      id: string;
      token: string;
    };
  return { owner, params, ask };
}

describe("with SIGN_UP=invited", () => {
  it("a newcomer without an invite gets no account, not even at a device client's loopback", async () => {
    const email = anEmail();
    sit(email);
    expect((await signIn("suite_a")).location).toBe("/signin?error=invite_needed");
    expect((await signIn("suite_a", { port: 5000 })).location).toBe(
      "http://127.0.0.1:5000/callback?error=invite_needed",
    );
    expect(await db().developer.count({ where: { email } })).toBe(0);
    expect(await db().developerConnection.count({ where: { email } })).toBe(0);
  });

  it("an invite to their verified address lets them in, and to its workspace", async () => {
    const { ask } = await anOffice();
    const email = anEmail();
    const { token } = await ask(email.toUpperCase());
    sit(email);
    const { jwt, developerId } = await signIn("suite_a");
    expect(developerId).not.toBeNull();
    expect((await call(accept, "POST", { bearer: jwt, params: { token } })).status).toBe(200);
    // Later the invite is used up, and the account stands.
    expect((await signIn("suite_a")).developerId).toBe(developerId);
  });

  it("somebody with only an unverified claim to the invited address stays out", async () => {
    const { ask } = await anOffice();
    const email = anEmail();
    await ask(email);
    sit(email, false);
    expect((await signIn("suite_b")).location).toBe("/signin?error=email_unverified");
  });

  it.each(["was withdrawn", "has expired", "is to a workspace that was switched off"])(
    "an invite that %s lets nobody in",
    async (what) => {
      const { owner, params, ask } = await anOffice();
      const email = anEmail();
      const { id } = await ask(email);
      sit(email);
      if (what === "was withdrawn") {
        await call(revoke, "DELETE", { bearer: owner.jwt, params: { ...params, invite_id: id } });
      } else if (what === "has expired") {
        await db().workspaceInvite.update({ where: { id }, data: { expiresAt: new Date() } });
      } else {
        await db().workspace.update({ where: { id: params.workspace_id }, data: { isActive: false } });
      }
      expect((await signIn("suite_a")).location).toBe("/signin?error=invite_needed");
    },
  );

  it("an invite of somebody who may not invite any more lets nobody in", async () => {
    const { params, ask } = await anOffice();
    const email = anEmail();
    const { id } = await ask(email);
    const guest = await aMember(params.workspace_id, "viewer");
    await db().workspaceInvite.update({ where: { id }, data: { invitedById: guest.id } });
    sit(email);
    expect((await signIn("suite_a")).location).toBe("/signin?error=invite_needed");
    const { id: other } = await (await anOffice()).ask(email);
    expect((await signIn("suite_a")).developerId).not.toBeNull();
    expect(await db().workspaceInvite.count({ where: { id: { in: [id, other] } } })).toBe(2);
  });

  it("people who have an account keep it, by whichever provider verifies their address", async () => {
    const { email, id } = await aDeveloper();
    sit(email);
    expect((await signIn("suite_a")).developerId).toBe(id);
    expect((await signIn("suite_b")).developerId).toBe(id);
  });

  it("an operator gets in without an invite, but only with a verified address", async () => {
    sit("other-ops@example.com", false);
    expect((await signIn("suite_a")).location).toBe("/signin?error=email_unverified");
    sit("OTHER-OPS@example.com");
    const { jwt } = await signIn("suite_a");
    const profile = (await call(me, "GET", { bearer: jwt })).json;
    expect(profile).toMatchObject({ is_operator: true, can_create_workspaces: true });
  });
});

describe("with WORKSPACE_CREATION=operators", () => {
  it("others are told whom to ask, and can't create any", async () => {
    const grace = await aDeveloper();
    const answer = await call(createWorkspace, "POST", { bearer: grace.jwt, body: { name: "Mine" } });
    expect([answer.status, answer.json.detail]).toEqual([
      403,
      "Workspaces are created by operators here: ask ops@example.com for one",
    ]);
    expect(await db().workspace.count({ where: { ownerId: grace.id } })).toBe(0);
    expect((await call(me, "GET", { bearer: grace.jwt })).json).toMatchObject({
      is_operator: false,
      can_create_workspaces: false,
      operator_contact: "ops@example.com",
    });
  });

  it("an operator's address that is not verified grants nothing", async () => {
    const impostor = await aDeveloper({ email: "ops@example.com" });
    await db().developer.update({ where: { id: impostor.id }, data: { emailVerified: false } });
    expect((await call(createWorkspace, "POST", { bearer: impostor.jwt, body: { name: "x" } })).status).toBe(
      403,
    );
  });
});

describe("an address that a provider verifies later", () => {
  it("is verified at the next sign-in, unless somebody else has it", async () => {
    const owner = await aDeveloper();
    const [mine, taken] = [anEmail(), owner.email];
    for (const email of [mine, taken]) {
      const squatter = await db().developer.create({ data: { name: "x", email } });
      const subject = randomBytes(8).toString("hex");
      await db().developerConnection.create({
        data: { developerId: squatter.id, provider: "suite_b", subject, email, createdAt: new Date() },
      });
      suiteB.person = { sub: subject, email, email_verified: true };
      expect((await signIn("suite_b")).developerId).toBe(squatter.id);
      const row = await db().developer.findUniqueOrThrow({ where: { id: squatter.id } });
      expect([email, row.emailVerified]).toEqual([email, email === mine]);
    }
    vi.restoreAllMocks();
  });
});
