import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/database";
import { signIn, startProviders } from "@/tests/support/providers";

/* What the providers that people know say of a person: the claims of their ID tokens and of their userinfo endpoints. */

const { codeHost, suiteA, suiteB } = await startProviders();

const aName = () => `p${randomBytes(5).toString("hex")}`;

type Claims = Record<string, unknown>;

/** Signs somebody in of whom the second suite says this; what became of it. */
async function comeBy(idToken: Claims, userinfo: Claims) {
  const sub = randomBytes(16).toString("base64url");
  suiteB.person = { ...userinfo, sub, idToken };
  const { developerId, location } = await signIn("suite_b");
  if (developerId === null) return location;
  const { email, emailVerified, name, avatarUrl } = await db().developer.findUniqueOrThrow({
    where: { id: developerId },
  });
  return { email, emailVerified, name, avatarUrl };
}

const TENANT = "b2d1a6f4-0c4e-4d3b-9f35-2a53e1b7c9aa";

/** An ID token of Microsoft's, version 2.0, with what the application asked for besides. */
const ofMicrosoft = (email: string, more: Claims = {}) => ({
  ver: "2.0",
  name: "Ada Lovelace",
  preferred_username: email,
  oid: "6d5f9a30-57cf-4a0b-8c1a-000000000001",
  tid: TENANT,
  email,
  ...more,
});

const graphUserinfo = (email: string) => ({
  name: "Ada Lovelace",
  given_name: "Ada",
  family_name: "Lovelace",
  email,
  picture: "https://graph.microsoft.com/v1.0/me/photo/$value",
});

describe("Microsoft", () => {
  it("verifies no address by itself, and serves pictures to those who send only a token", async () => {
    const email = `${aName()}@contoso.example`;
    expect(await comeBy(ofMicrosoft(email), graphUserinfo(email))).toEqual({
      email,
      emailVerified: false,
      name: "Ada Lovelace",
      avatarUrl: null,
    });
  });

  it.each([true, 1, "1", "true"])("verifies by xms_edov: %j", async (xms_edov) => {
    const email = `${aName()}@contoso.example`;
    expect(await comeBy(ofMicrosoft(email, { xms_edov }), graphUserinfo(email))).toMatchObject({
      email,
      emailVerified: true,
    });
  });

  it.each([false, 0, "0", "false", "TRUE", "yes", null, [true], {}])(
    "does not by xms_edov: %j",
    async (xms_edov) => {
      const email = `${aName()}@contoso.example`;
      expect(await comeBy(ofMicrosoft(email, { xms_edov }), graphUserinfo(email))).toMatchObject({
        emailVerified: false,
      });
    },
  );

  it("verifies unless it says explicitly that the address is not verified", async () => {
    const email = `${aName()}@contoso.example`;
    const idToken = ofMicrosoft(email, { xms_edov: true, email_verified: false });
    expect(await comeBy(idToken, graphUserinfo(email))).toMatchObject({ emailVerified: false });
  });
});

describe("an address and what is said of it", () => {
  it("come from one source: the ID token's claim is never applied to another source's address", async () => {
    const [mine, victims] = [`${aName()}@contoso.example`, `${aName()}@example.com`];
    expect(await comeBy(ofMicrosoft(mine, { xms_edov: true }), { email: victims })).toMatchObject({
      email: mine,
      emailVerified: true,
    });
    expect(await comeBy(ofMicrosoft(victims), { email: mine, email_verified: true })).toMatchObject({
      email: victims,
      emailVerified: false,
    });
    expect(await comeBy({ xms_edov: true, email_verified: true }, { email: victims })).toMatchObject({
      email: victims,
      emailVerified: false,
    });
  });
});

it("Google's answers give a verified address, a name and a picture", async () => {
  const email = `${aName()}@acme.example`;
  const picture = "https://lh3.googleusercontent.com/a/ACg8ocK=s96-c";
  const claims = { email, email_verified: true, name: "Ada Lovelace", picture };
  const own = { azp: "x.apps.googleusercontent.com", hd: "acme.example", given_name: "Ada", at_hash: "x" };
  expect(await comeBy({ ...claims, ...own }, { ...claims, given_name: "Ada" })).toEqual({
    email,
    emailVerified: true,
    name: "Ada Lovelace",
    avatarUrl: picture,
  });
});

it("GitLab's answers give a verified address, and none that it has not verified", async () => {
  for (const verified of [true, false]) {
    const email = `${aName()}@acme.example`;
    const picture = "https://gitlab.com/uploads/-/system/user/avatar/1/avatar.png";
    const userinfo = { name: "Ada", nickname: "ada", email, email_verified: verified, picture };
    const idToken = { ...userinfo, sub_legacy: "x", groups_direct: ["acme"], preferred_username: "ada" };
    expect(await comeBy(idToken, userinfo)).toMatchObject({
      email,
      emailVerified: verified,
      avatarUrl: picture,
    });
  }
});

it("a provider that returns everything from userinfo, as the standard describes, is supported", async () => {
  const email = `${aName()}@acme.example`;
  expect(await comeBy({}, { email, email_verified: true, name: "Ada" })).toMatchObject({
    email,
    emailVerified: true,
    name: "Ada",
  });
});

it("GitHub's answers give the primary address, and the login where there is no name", async () => {
  const name = aName();
  const emails = [
    { email: `${name}@users.noreply.github.example`, primary: false, verified: true, visibility: null },
    { email: `${name}@acme.example`, primary: true, verified: true, visibility: "private" },
  ];
  const avatarUrl = "https://avatars.githubusercontent.example/u/1?v=4";
  const id = randomBytes(4).readUInt32BE();
  codeHost.person = { id, login: name, name: null, email: null, avatar_url: avatarUrl, emails };
  const { developerId } = await signIn("code_host");
  expect(await db().developer.findUniqueOrThrow({ where: { id: developerId ?? "" } })).toMatchObject({
    email: `${name}@acme.example`,
    emailVerified: true,
    name,
    avatarUrl,
  });
});

it("only the configured suite is trusted, and here none is", async () => {
  const email = `${aName()}@acme.example`;
  suiteA.person = { sub: aName(), email };
  const { developerId } = await signIn("suite_a");
  const row = await db().developer.findUniqueOrThrow({ where: { id: developerId ?? "" } });
  expect(row.emailVerified).toBe(false);
});
