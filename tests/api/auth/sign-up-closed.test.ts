import { randomBytes } from "node:crypto";
import { expect, it, vi } from "vitest";
import { POST } from "@/app/api/v1/workspaces/[workspace_id]/invites/route";
import { db } from "@/lib/platform/database";
import { log } from "@/lib/platform/log";
import { warnOfOpenSignUp } from "@/lib/server/warn-of-open-sign-up";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";
import { signIn, startProviders } from "@/tests/support/providers";

/* A service that makes no new accounts. */

Object.assign(process.env, { SIGN_UP: "closed", OPERATOR_EMAILS: "ops@example.com" });
const { suiteA } = await startProviders();

it("closed sign-up admits only operators and people who have an account", async () => {
  const come = async (email: string) => {
    suiteA.person = { sub: randomBytes(8).toString("hex"), email, email_verified: true };
    return signIn("suite_a");
  };
  expect((await come(`${randomBytes(5).toString("hex")}@example.com`)).location).toBe(
    "/signin?error=sign_up_closed",
  );
  const ada = await aDeveloper();
  expect((await come(ada.email)).developerId).toBe(ada.id);
  expect((await come("ops@example.com")).developerId).not.toBeNull();
});

it("closed sign-up is said to whoever invites somebody", async () => {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  const params = { workspace_id: workspace.id };
  const role = await db().customRole.findFirstOrThrow({
    where: { workspaceId: workspace.id, slug: "viewer" },
  });
  const body = { email: "new@example.com", custom_role_id: role.id };
  const invite = await call(POST, "POST", { bearer: owner.jwt, params, body });
  expect(invite.json).toMatchObject({ email: "new@example.com", needs_account: true });
});

it("closed sign-up causes no warning at startup", () => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  warnOfOpenSignUp();
  expect(warn).not.toHaveBeenCalled();
});
