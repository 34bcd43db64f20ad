import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { DELETE } from "@/app/api/v1/developers/me/route";
import { lockAccess } from "@/lib/access/store";
import { signInDeveloper } from "@/lib/account/sign-in-developer";
import { recordAudit } from "@/lib/audit/store";
import { insertConnection, lockConnection, lockDeveloper } from "@/lib/identity/store";
import { db, transaction } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aWorkspace } from "@/tests/support/factories";

/*
 * Two transactions that lock the same rows take them in the order that lib/README.md names: one waits for the other, and
 * Postgres ends neither.
 */

const grant = { accessToken: "a", refreshToken: null, expiresAt: null, scopes: ["s"] };

/** Until some statement of this database waits for a lock. */
async function somebodyWaits(): Promise<void> {
  await expect
    .poll(
      () => db().$queryRaw`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`,
      { timeout: 10_000, interval: 10 },
    )
    .not.toHaveLength(0);
}

it("an account can be deleted while the same person changes something in a workspace", async () => {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  const leaving = await aMember(workspace.id, "member");
  const { ended } = await transaction(async (tx) => {
    await lockAccess(tx, workspace.id);
    const ending = call(DELETE, "DELETE", { bearer: leaving.jwt });
    await somebodyWaits();
    const actor = { developerId: leaving.id, tokenId: null, ip: null, requestId: null };
    const target = { type: "workspace", id: workspace.id };
    await recordAudit(
      tx,
      { workspaceId: workspace.id, actor },
      { action: "test.changed", target },
      new Date(),
    );
    return { ended: ending };
  });
  expect((await ended).status).toBe(204);
  expect(await db().auditEvent.count({ where: { actorId: leaving.id, action: "test.changed" } })).toBe(1);
});

it("a connection can be removed during a sign-in that verifies its address", async () => {
  const email = `${randomUUID()}@example.com`;
  const { id: developerId } = await aDeveloper({ email });
  await db().developer.update({ where: { id: developerId }, data: { emailVerified: false } });
  const connectionId = randomUUID();
  const subject = randomUUID();
  await transaction((tx) =>
    insertConnection(tx, {
      id: connectionId,
      developerId,
      provider: "suite_a",
      subject,
      email,
      scopes: [],
      accessTokenEncrypted: "x",
      refreshTokenEncrypted: null,
      expiresAt: null,
      createdAt: new Date(),
    }),
  );
  const identity = { subject, name: "N", email, emailVerified: true, avatarUrl: null };
  const { signedIn } = await transaction(async (tx) => {
    await lockDeveloper(tx, developerId);
    const signingIn = signInDeveloper(
      { provider: "suite_a", purpose: "login", identity, grant },
      { ip: null, requestId: randomUUID() },
      new Date(),
    );
    await somebodyWaits();
    expect(await lockConnection(tx, developerId, connectionId)).not.toBeNull();
    return { signedIn: signingIn };
  });
  expect(await signedIn).toEqual({ developerId });
  expect(await db().developer.findUnique({ where: { id: developerId } })).toMatchObject({
    emailVerified: true,
  });
});
