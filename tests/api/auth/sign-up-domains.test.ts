import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { POST as invite } from "@/app/api/v1/workspaces/[workspace_id]/invites/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";
import { signIn, startProviders } from "@/tests/support/providers";

/* A service for the people of one organisation. */

Object.assign(process.env, {
  SIGN_UP_EMAIL_DOMAINS: "Acme.example, @acme.test",
  OPERATOR_EMAILS: "ops@elsewhere.example",
});
const { suiteA } = await startProviders();

const aName = () => `p${randomBytes(5).toString("hex")}`;

async function comeAs(email: string, verified = true): Promise<string> {
  suiteA.person = { sub: randomBytes(8).toString("hex"), email, email_verified: verified };
  const { location, developerId } = await signIn("suite_a");
  return developerId === null ? location : "in";
}

it("sign-up for some domains admits their verified addresses, but no domain that only looks similar", async () => {
  const name = aName();
  expect(await comeAs(`${name}@ACME.example`)).toBe("in");
  expect(await comeAs(`${name}@acme.test`)).toBe("in");
  for (const domain of ["example.com", "sub.acme.example", "acme.example.evil.test", "evilacme.example"]) {
    expect(await comeAs(`${name}@${domain}`)).toBe("/signin?error=email_domain");
  }
  expect(await comeAs(`${aName()}@acme.example`, false)).toBe("/signin?error=email_unverified");
  expect(await comeAs("ops@elsewhere.example", false)).toBe("/signin?error=email_unverified");
  expect(await comeAs("ops@elsewhere.example")).toBe("in");
});

it("sign-up for some domains allows no invite to another address, which could not be used, except for an operator's", async () => {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  const role = await db().customRole.findFirstOrThrow({
    where: { workspaceId: workspace.id, slug: "member" },
  });
  const ask = (email: string) =>
    call(invite, "POST", {
      bearer: owner.jwt,
      params: { workspace_id: workspace.id },
      body: { email, custom_role_id: role.id },
    });
  const refused = await ask("grace@example.com");
  expect([refused.status, refused.json.issues]).toEqual([
    422,
    [{ path: "email", message: "Only addresses of acme.example, acme.test can come in here" }],
  ]);
  expect((await ask("grace@acme.test")).status).toBe(201);
  expect((await ask("ops@elsewhere.example")).status).toBe(201);
});
